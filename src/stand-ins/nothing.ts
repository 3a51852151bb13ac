/** Stands in for modules of which this product uses nothing (rjsf's default templates and widgets: ours are given as properties). */
export default function nothing(): Record<string, never> {
  return {};
}
