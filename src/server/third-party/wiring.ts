/** Which third parties a line has: what the data offers, the settings configure and an adapter speaks. */
import type { KnownProvider, ServerLine } from '../../engine/pack.ts';
import type { Begun, ThirdParty, ThirdPartyAdapter } from '../ports/identity.ts';
import type { ProviderSettings, ThirdPartySettings } from '../settings-third-party.ts';

/** A provider that the line offers and that is configured. */
export interface ConfiguredProvider extends Omit<KnownProvider, 'adapter'> {
  readonly adapter: ThirdParty;
  /** Public id of the application; empty where each enterprise brings its own. */
  readonly clientId: string;
  /** Base addresses by name, as a visitor's browser reaches them. */
  readonly pages: Readonly<Record<string, string>>;
}

/** The third parties of one request's line. */
export interface ThirdParties {
  /** Undefined where the line does not offer it, or nobody configured it. */
  get(provider: string): ConfiguredProvider | undefined;
  /** Ids, in the line's order. */
  readonly configured: readonly string[];
}

export interface ThirdPartySource {
  /** `own`: origin of this server as the browser sees it. */
  of(line: ServerLine, own: string): ThirdParties;
  configured(line: ServerLine): readonly string[];
}

/** What stands in for a provider that nobody configured, below this server's own address. */
export interface SimulatedProvider {
  /** Each begins with `sim-`, by which `serve` knows them; Apple's key is none that could. */
  readonly clientId: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** Paths by the names of its endpoints. */
  readonly endpoints: Readonly<Record<string, string>>;
}

export interface WiringOptions {
  readonly settings: ThirdPartySettings;
  readonly adapters: Readonly<Record<string, ThirdPartyAdapter>>;
  readonly simulated?: (provider: string, adapter: string) => SimulatedProvider | undefined;
  /** Port of this server, known once it listens. */
  readonly port: () => number;
}

/** An adapter at work, and where its simulator is if it has one. */
interface Made {
  readonly adapter: ThirdParty;
  readonly clientId: string;
  readonly endpoints: Readonly<Record<string, string>>;
  /** Address at which this server reaches its own simulators. */
  readonly inside: string | undefined;
}

export function createThirdParties({
  settings,
  adapters,
  simulated = () => undefined,
  port,
}: WiringOptions): ThirdPartySource {
  // The data of a provider is an object of its release and line, and so is what is made of it.
  const made = new WeakMap<KnownProvider, Made>();

  function make(id: string, line: ServerLine, provider: KnownProvider): Made | undefined {
    const known = made.get(provider);
    if (known) return known;
    const adapter = adapters[provider.adapter];
    const given = settings.of(id, line.name, provider.adapter);
    const inside = `http://127.0.0.1:${port()}`;
    const stand = given ? undefined : simulated(id, provider.adapter);
    const used: ProviderSettings | undefined = given ?? (stand && below(inside, stand));
    if (!adapter || !used) return undefined;
    const endpoints = { ...provider.endpoints, ...used.endpoints };
    const { clientSecret, ...credentials } = used.credentials;
    const { clientId } = used;
    const config = {
      clientId,
      ...(clientSecret === undefined ? {} : { clientSecret }),
      credentials,
      scope: provider.scope,
      endpoints,
    };
    const result: Made = { adapter: adapter(config), clientId, endpoints, inside: stand && inside };
    made.set(provider, result);
    return result;
  }

  const configured = (line: ServerLine): readonly string[] =>
    line.line.providers.filter((id) => {
      const provider = line.providers[id];
      return (
        provider &&
        adapters[provider.adapter] &&
        (settings.of(id, line.name, provider.adapter) ?? simulated(id, provider.adapter))
      );
    });

  return {
    configured,
    of: (line, own) => ({
      get configured() {
        return configured(line);
      },
      get(id) {
        const provider = Object.hasOwn(line.providers, id) ? line.providers[id] : undefined;
        const found = provider && make(id, line, provider);
        if (!provider || !found) return undefined;
        const { adapter, clientId, endpoints, inside } = found;
        const facts = { ...provider, clientId };
        if (inside === undefined) return { ...facts, adapter, pages: endpoints };
        const outside = reachedFrom(own, port());
        return { ...facts, adapter: seenFrom(adapter, inside, outside), pages: moved(endpoints, inside, outside) };
      },
    }),
  };
}

/** None at all, for servers without third-party sign-in. */
export const NO_THIRD_PARTIES: ThirdPartySource = {
  of: () => ({ get: () => undefined, configured: [] }),
  configured: () => [],
};

function below(base: string, { clientId, credentials, endpoints }: SimulatedProvider): ProviderSettings {
  const addresses = Object.entries(endpoints).map(([name, path]) => [name, base + path]);
  return { clientId, credentials, endpoints: Object.fromEntries(addresses) };
}

/**
 * Where a browser finds the simulators: at this server, and on this machine under a name that is another site than the
 * line's, as a provider is.
 */
function reachedFrom(own: string, port: number): string {
  if (!URL.canParse(own)) return `http://localhost:${port}`;
  const url = new URL(own);
  if (url.hostname.endsWith('.localhost')) url.hostname = 'localhost';
  return url.origin;
}

const moved = <T extends Readonly<Record<string, string>>>(addresses: T, inside: string, outside: string): T =>
  Object.fromEntries(
    Object.entries(addresses).map(([name, text]) => [
      name,
      text.startsWith(`${inside}/`) ? outside + text.slice(inside.length) : text,
    ]),
  ) as T;

/** The adapter, with the addresses that it gives to a browser as that browser reaches them. */
function seenFrom(adapter: ThirdParty, inside: string, outside: string): ThirdParty {
  return {
    async start(start): Promise<Begun> {
      const { url, widget } = await adapter.start(start);
      return {
        ...moved({ url }, inside, outside),
        ...(widget === undefined ? {} : { widget: moved(widget, inside, outside) }),
      };
    },
    identify: (returned, expected) => adapter.identify(returned, expected),
  };
}
