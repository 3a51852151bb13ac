import { createMemoryTextStore, type TextStore } from '../browser/storage.ts';

/** Text stores that can be read out again. */
export function openStore(
  held: Readonly<Record<string, string>>,
): TextStore & { readonly values: () => Record<string, string> } {
  const store = createMemoryTextStore(held);
  const names = new Set(Object.keys(held));
  return {
    getItem: store.getItem,
    setItem(name, value) {
      names.add(name);
      store.setItem(name, value);
    },
    removeItem: store.removeItem,
    values: () =>
      Object.fromEntries(
        [...names].flatMap((name) => {
          const value = store.getItem(name);
          return value === null ? [] : [[name, value]];
        }),
      ),
  };
}
