/** Loading of further parts of the page: modules, and data of the assets. */

export interface Scripts {
  /** Imports an ES module of the same origin. @throws when it cannot be loaded. */
  module(address: string): Promise<{ readonly default: unknown }>;
  /**
   * Fetches a JSON file of the same origin.
   * @param most longest text taken, characters; without it, any.
   * @throws when it cannot be loaded or read, or is too long.
   */
  data(address: string, most?: number): Promise<unknown>;
}

export interface ScriptsOptions {
  /** `import(address)`, given by the entry: a bundler leaves an import of a variable alone. */
  readonly load: (address: string) => Promise<unknown>;
  readonly fetch: typeof fetch;
}

export function createScripts({ load, fetch }: ScriptsOptions): Scripts {
  return {
    async module(address) {
      return (await load(address)) as { default: unknown };
    },
    async data(address, most = Number.POSITIVE_INFINITY) {
      const response = await fetch(address, { headers: { accept: 'application/json' } });
      if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
      const tooLong = (): Error => new Error(`${address} is longer than ${most}.`);
      if (Number(response.headers?.get('content-length') ?? 0) > most) {
        await response.body?.cancel();
        throw tooLong();
      }
      if (most === Number.POSITIVE_INFINITY) return response.json();
      const text = await response.text();
      if (text.length > most) throw tooLong();
      return JSON.parse(text);
    },
  };
}

/** The in-memory twin: modules and data by address. */
export function createMemoryScripts(
  modules: Readonly<Record<string, unknown>>,
  data: Readonly<Record<string, unknown>> = {},
): Scripts {
  const find = (from: Readonly<Record<string, unknown>>, address: string): unknown => {
    if (!Object.hasOwn(from, address)) throw new Error(`Nothing at ${address}.`);
    return from[address];
  };
  return {
    module: async (address) => ({ default: find(modules, address) }),
    async data(address, most = Number.POSITIVE_INFINITY) {
      const found = find(data, address);
      if (JSON.stringify(found).length > most) throw new Error(`${address} is longer than ${most}.`);
      return found;
    },
  };
}
