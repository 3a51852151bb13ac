import unreachable from './unreachable.ts';

export {
  unreachable as default,
  unreachable as getFieldNames,
  unreachable as getUsedFormData,
  unreachable as isValueEmpty,
};
