/**
 * Stands in for rjsf's schema utilities. Forms here are flat objects without `$ref`, alternatives, conditions or
 * defaults, so a schema resolves to itself and data need no sanitizing. What no flat form can ask for throws.
 */

import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import deepEquals from '@rjsf/utils/lib/deepEquals.js';

type Merge = (schema: RJSFSchema) => RJSFSchema;

class FlatSchemaUtils {
  constructor(
    readonly validator: ValidatorType,
    readonly rootSchema: RJSFSchema,
    readonly behavior: unknown,
    readonly merge: Merge | undefined,
  ) {}

  getRootSchema(): RJSFSchema {
    return this.rootSchema;
  }
  getValidator(): ValidatorType {
    return this.validator;
  }
  doesSchemaUtilsDiffer(validator: ValidatorType, schema: RJSFSchema, behavior: unknown): boolean {
    return this.validator !== validator || !deepEquals(this.rootSchema, schema) || !deepEquals(this.behavior, behavior);
  }
  getDefaultFormState(_schema: RJSFSchema, formData: unknown): unknown {
    return formData ?? {};
  }
  retrieveSchema(schema: RJSFSchema): RJSFSchema {
    return retrieveSchema(this.validator, schema, this.rootSchema, undefined, this.merge);
  }
  resolveSchema(schema: RJSFSchema): { schema: RJSFSchema } {
    return { schema };
  }
  getDisplayLabel(schema: RJSFSchema, uiSchema: UiSchema = {}): boolean {
    return schema.type !== 'object' && !(schema.type === 'boolean' && uiSchema['ui:widget'] === undefined);
  }
  isSelect(schema: RJSFSchema): boolean {
    return Array.isArray(schema.enum);
  }
  sanitizeDataForNewSchema(_next: RJSFSchema, _previous: RJSFSchema, data: unknown): unknown {
    return data;
  }
  omitExtraData(_schema: RJSFSchema, data: unknown): unknown {
    return data;
  }
  /** Asked when a field is emptied. */
  findFieldInSchema(schema: RJSFSchema, [name = '']: readonly (string | number)[]): object {
    return { field: schema.properties?.[name], isRequired: schema.required?.includes(String(name)) ?? false };
  }
}

/** rjsf's `createSchemaUtils`. */
export default function createSchemaUtils(
  validator: ValidatorType,
  rootSchema: RJSFSchema,
  behavior?: unknown,
  merge?: Merge,
): FlatSchemaUtils {
  return new FlatSchemaUtils(validator, rootSchema, behavior, merge);
}

/** rjsf's `retrieveSchema`, which its precompiled validator asks for too. */
export function retrieveSchema(
  _validator: ValidatorType,
  schema: RJSFSchema,
  _rootSchema: RJSFSchema,
  _data?: unknown,
  merge?: Merge,
): RJSFSchema {
  return schema.allOf !== undefined && merge !== undefined ? merge(schema) : schema;
}
