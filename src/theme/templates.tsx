/**
 * The shells rjsf asks for. Our widgets draw label, hint and errors themselves, so the templates only place them;
 * what no form of ours can reach (arrays, additional properties, unknown types) says so instead of guessing.
 */
import type {
  FieldTemplateProps,
  GridTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  TemplatesType,
  UnsupportedFieldProps,
  WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import type { ReactNode } from 'react';

const Nothing = () => null;

function FieldTemplate({ children, hidden }: FieldTemplateProps) {
  return hidden ? <div hidden>{children}</div> : children;
}

function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps) {
  return <div className="fields">{properties.map((property) => property.content)}</div>;
}

function Children({ children }: WrapIfAdditionalTemplateProps | GridTemplateProps): ReactNode {
  return children;
}

function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <>
      {selector}
      {optionSchemaField}
    </>
  );
}

function Unsupported({ fieldPathId, reason }: UnsupportedFieldProps): ReactNode {
  throw new Error(`No control for ${fieldPathId?.$id ?? 'a field'}: ${reason}`);
}

/** A field without a widget of ours would fall back to this: a loud failure instead of a bare box. */
function BaseInputTemplate({ id }: { readonly id: string }): ReactNode {
  throw new Error(`No widget for ${id}`);
}

/** Give as `templates` to rjsf's `<Form>`. */
export const templates: Partial<Omit<TemplatesType, 'ButtonTemplates'>> & {
  ButtonTemplates: TemplatesType['ButtonTemplates'];
} = {
  ArrayFieldTemplate: Nothing,
  ArrayFieldDescriptionTemplate: Nothing,
  ArrayFieldItemButtonsTemplate: Nothing,
  ArrayFieldItemTemplate: Nothing,
  ArrayFieldTitleTemplate: Nothing,
  BaseInputTemplate,
  CyclicSchemaExpandTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
  ErrorListTemplate: Nothing,
  FallbackFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldTemplate,
  GridTemplate: Children,
  MultiSchemaFieldTemplate,
  ObjectFieldTemplate,
  OptionalDataControlsTemplate: Nothing,
  TitleFieldTemplate: Nothing,
  UnsupportedFieldTemplate: Unsupported,
  WrapIfAdditionalTemplate: Children,
  ButtonTemplates: {
    SubmitButton: Nothing,
    AddButton: Nothing,
    CopyButton: Nothing,
    MoveDownButton: Nothing,
    MoveUpButton: Nothing,
    RemoveButton: Nothing,
    ClearButton: Nothing,
  },
};
