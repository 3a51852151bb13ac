/** Stands in for rjsf's defaults: forms give their own fields and templates, and their fields draw our widgets. */
export default function getDefaultRegistry(): object {
  return {
    fields: {},
    templates: {},
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: (text: string): string => text,
    globalFormOptions: { idPrefix: 'root', idSeparator: '_', useFallbackUiForUnsupportedType: false },
  };
}
