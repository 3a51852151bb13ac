/**
 * The shells rjsf asks for. Our widgets draw label, hint and errors themselves, so the templates only place them; no form
 * of ours reaches any other.
 */
import type { FieldTemplateProps, ObjectFieldTemplateProps, TemplatesType } from '@rjsf/utils';

const Nothing = () => null;

function FieldTemplate({ children, hidden }: Pick<FieldTemplateProps, 'children' | 'hidden'>) {
  return hidden ? <div hidden>{children}</div> : children;
}

function ObjectFieldTemplate({ properties }: Pick<ObjectFieldTemplateProps, 'properties'>) {
  return <div className="fields">{properties.map((property) => property.content)}</div>;
}

/** Give as `templates` to rjsf's `<Form>`. */
export const templates = {
  FieldTemplate,
  ObjectFieldTemplate,
  ErrorListTemplate: Nothing,
  ButtonTemplates: { SubmitButton: Nothing },
} as unknown as Partial<Omit<TemplatesType, 'ButtonTemplates'>> & Pick<TemplatesType, 'ButtonTemplates'>;
