/** Stands in for fast-uri, which rjsf uses to resolve `$ref`s against `$id`s: our compiled schemas have neither. */
const uri = {
  resolve(_base: string, reference: string): never {
    throw new Error(`A compiled form refers to ${reference}; its schemas must be flat.`);
  },
};
export default uri;
