/** rjsf's templates. A field's label, hint and errors are drawn here and nowhere else; widgets draw their controls. */
import { type FieldTemplateProps, getUiOptions, type ObjectFieldTemplateProps, type TemplatesType } from '@rjsf/utils';
import { Field } from './field.tsx';
import type { LinkProps } from './types.ts';

/** What a field's `ui:options` hold for the template. */
interface Options {
  readonly widget?: string;
  readonly optional?: string;
  readonly ways?: readonly LinkProps[];
}

function FieldTemplate({ id, schema, uiSchema, label, rawHelp, rawErrors = [], hidden, children }: FieldTemplateProps) {
  // The form as a whole is a field to rjsf.
  if (schema.type === 'object') return children;
  if (hidden) return <div hidden>{children}</div>;
  const { widget, optional, ways } = getUiOptions(uiSchema) as Options;
  return (
    <Field
      id={id}
      label={label}
      errors={rawErrors}
      group={widget === 'radio-cards'}
      bare={schema.type === 'boolean'}
      {...(rawHelp && { hint: rawHelp })}
      {...(optional && { optional })}
      {...(ways && { ways })}
    >
      {children}
    </Field>
  );
}

/** Before the passwords, where password managers look for it; nobody sees, hears or reaches it. */
function KnownUsername({ value }: { readonly value: string }) {
  return (
    <input className="unseen" type="text" autoComplete="username" value={value} readOnly aria-hidden tabIndex={-1} />
  );
}

function ObjectFieldTemplate({ properties, uiSchema }: ObjectFieldTemplateProps) {
  const { username } = getUiOptions(uiSchema) as { readonly username?: string };
  return (
    <>
      {username !== undefined && <KnownUsername value={username} />}
      <div className="fields">{properties.map((property) => property.content)}</div>
    </>
  );
}

/** Give as `templates` to rjsf's `<Form>`; no form of ours draws any other. */
export const templates = { FieldTemplate, ObjectFieldTemplate, ButtonTemplates: {} } as unknown as Partial<
  Omit<TemplatesType, 'ButtonTemplates'>
> &
  Pick<TemplatesType, 'ButtonTemplates'>;
