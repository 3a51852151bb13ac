/**
 * rjsf's fields, those that our forms can have: flat objects of texts and ticks. Its defaults bring lists, alternatives,
 * additional properties and Markdown besides, 50 KB of them.
 */
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import { type FieldProps, getTemplate, type RegistryFieldsType, type RJSFSchema, toFieldPathId } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { FormContext } from '../widgets/context.ts';

type ObjectProps = FieldProps<Record<string, unknown>, RJSFSchema, FormContext>;

/** rjsf's field of the form as a whole: each property by its `SchemaField`. */
function ObjectField(props: ObjectProps) {
  const { schema, uiSchema = {}, formData, errorSchema, fieldPathId, registry } = props;
  const Template = getTemplate('ObjectFieldTemplate', registry) as ComponentType<
    Omit<ObjectProps, 'name'> & { readonly properties: readonly object[] }
  >;
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    content: (
      <SchemaField
        {...props}
        key={name}
        name={name}
        schema={property as RJSFSchema}
        uiSchema={uiSchema[name]}
        formData={formData?.[name] as never}
        errorSchema={errorSchema?.[name] as never}
        fieldPathId={toFieldPathId(name, registry.globalFormOptions, fieldPathId.path)}
        required={schema.required?.includes(name) ?? false}
      />
    ),
  }));
  return <Template {...props} properties={properties} />;
}

/** Give as `fields` to rjsf's `<Form>`. A field's widget is always named, so that a tick needs no field of its own. */
export const fields = {
  SchemaField,
  ObjectField,
  StringField,
  BooleanField: StringField,
} as unknown as RegistryFieldsType<unknown, RJSFSchema, FormContext>;
