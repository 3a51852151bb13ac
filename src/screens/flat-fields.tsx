/**
 * rjsf's root field, for flat forms: each property's widget, in order. rjsf's own would bring additional properties,
 * alternatives and lists, which no form of this product has.
 */
import { type FieldProps, type RegistryFieldsType, toFieldPathId } from '@rjsf/utils';
import { type ComponentType, memo, type ReactNode, useContext } from 'react';
import type { WidgetName } from '../generated/config.ts';
import { type FormContext, TypedContext, useFormContext } from '../widgets/context.ts';
import { widgetOf } from '../widgets/widgets.ts';

type RootProps = FieldProps<Record<string, unknown> | undefined>;

function FlatFields({ schema, uiSchema = {}, formData, fieldPathId, registry, onChange }: RootProps) {
  const { templates, globalFormOptions } = registry;
  // Of what rjsf's templates may take, ours take only this.
  const Fields = templates.ObjectFieldTemplate as ComponentType<{ properties: readonly { content: ReactNode }[] }>;
  const Shell = templates.FieldTemplate as ComponentType<{ hidden: boolean; children: ReactNode }>;
  const names: readonly string[] = uiSchema['ui:order'] ?? Object.keys(schema.properties ?? {});
  const properties = names.map((name) => {
    const { $id, path } = toFieldPathId(name, globalFormOptions, fieldPathId);
    const widget = uiSchema[name]?.['ui:widget'] as WidgetName;
    const content = (
      <Shell key={name} hidden={widget === 'hidden'}>
        <Slot
          id={$id}
          name={name}
          Widget={widgetOf(widget) as ComponentType<Record<string, unknown>>}
          value={formData?.[name]}
          onChange={(value: unknown) => onChange(value as never, path, undefined, $id)}
        />
      </Shell>
    );
    return { content, name };
  });
  const { username } = useFormContext();
  return (
    <>
      {username !== undefined && <KnownUsername value={username} />}
      <Fields properties={properties} />
    </>
  );
}

interface SlotProps {
  readonly id: string;
  readonly name: string;
  readonly Widget: ComponentType<Record<string, unknown>>;
  readonly value: unknown;
  onChange(value: unknown): void;
}

/** A widget's place: of all that a key changes, it looks at what concerns its own field. */
function Slot(props: SlotProps) {
  return <Still {...props} about={useContext(TypedContext)?.(props.name)} />;
}

const NO_OPTIONS = {};

/** rjsf's way to change a value stays the same for as long as its form does, so an older one will do. */
const Still = memo(
  ({ Widget, about: _, ...props }: SlotProps & { readonly about: string | undefined }) => (
    <Widget {...props} options={NO_OPTIONS} />
  ),
  (before, after) =>
    before.value === after.value &&
    before.about === after.about &&
    before.id === after.id &&
    before.Widget === after.Widget,
);

/** Before the passwords, where password managers look for it; nobody sees, hears or reaches it. */
function KnownUsername({ value }: { readonly value: string }) {
  return (
    <input className="unseen" type="text" autoComplete="username" value={value} readOnly aria-hidden tabIndex={-1} />
  );
}

/** Give as `fields` to rjsf's `<Form>`. */
export const flatFields = { SchemaField: FlatFields } as unknown as RegistryFieldsType<
  unknown,
  Record<string, unknown>,
  FormContext & Record<string, unknown>
>;
