/** The parameters of an address as it was asked for. */
export const queryOf = ({ url }: { readonly url: string }): URLSearchParams =>
  new URLSearchParams(url.split('?')[1] ?? '');
