/** What lines add to the shapes of calls. */
import type { ApiShape } from '../generated/config.ts';
import { isDictionary } from './documents.ts';
import type { ResolvedLine } from './resolve.ts';

/** The shape as all lines have it; undefined where a layer alone says it. */
export function sharedShape({ documents }: Pick<ResolvedLine, 'documents'>, call: string): ApiShape | undefined {
  const [file] = documents[`api/${call}`]?.files ?? [];
  return file?.path.startsWith('schemas/') && isDictionary(file.value)
    ? (file.value as unknown as ApiShape)
    : undefined;
}

export const propertiesOf = (shape: ApiShape | undefined): Readonly<Record<string, unknown>> =>
  isDictionary(shape?.request?.properties) ? shape.request.properties : {};

export const requiredOf = (shape: ApiShape | undefined): readonly string[] =>
  Array.isArray(shape?.request?.required) ? shape.request.required.map(String) : [];

/** Properties that the line adds to a call's request → the field whose rule each has; undefined where it is no field's. */
export function extrasOf(
  line: Pick<ResolvedLine, 'documents' | 'api'>,
  call: string,
): Readonly<Record<string, string | undefined>> {
  const shared = propertiesOf(sharedShape(line, call));
  const own = Object.entries(propertiesOf(line.api[call])).filter(([property]) => !Object.hasOwn(shared, property));
  return Object.fromEntries(
    own.map(([property, rule]) => {
      const { $ref } = (rule ?? {}) as { readonly $ref?: unknown };
      return [property, typeof $ref === 'string' ? /^field:(.+)$/.exec($ref)?.[1] : undefined];
    }),
  );
}

/** Fields that the line's own properties have the rules of, each once. */
export const extraFields = (line: Pick<ResolvedLine, 'documents' | 'api'>): readonly string[] => [
  ...new Set(
    Object.keys(line.api).flatMap((call) => Object.values(extrasOf(line, call)).flatMap((each) => each ?? [])),
  ),
];
