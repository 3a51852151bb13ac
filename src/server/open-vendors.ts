/** The vendors at work: what each is good for, opened with the settings, or with what stands in for it. */
import type { Logger } from 'pino';
import type { Release } from './http/release.ts';
import type { VendorCaptchas } from './ports/captcha.ts';
import type { Carrier } from './ports/carrier.ts';
import type { FrameKind } from './ports/embed.ts';
import type { ThirdPartyAdapter } from './ports/identity.ts';
import type { ScenePlatform } from './ports/scenes.ts';
import type { AnyVendor, CarriedChannel, Opening, StandIn } from './ports/vendor.ts';
import type { Settings } from './settings.ts';
import type { CallContext, Database, KeyRing } from './types.ts';

export interface OpenVendors {
  readonly captchas: VendorCaptchas<CallContext>;
  /** Of the vendor with that name; undefined where none has it, or it carries nothing there. */
  carrier(channel: CarriedChannel, vendor: string | undefined): Carrier | undefined;
  readonly conversion: Carrier | undefined;
  readonly scenes: ScenePlatform | undefined;
}

export interface VendorOptions {
  readonly vendors: readonly AnyVendor[];
  readonly settings: Settings;
  /** By name of vendor. */
  readonly standIns?: Readonly<Record<string, StandIn<object>>>;
  readonly db: Database;
  readonly keys: KeyRing;
  readonly logger: Logger;
  /** Port listened on, known once it is. */
  readonly port: () => number;
}

export function openVendors({ vendors, settings, standIns = {}, port, ...deps }: VendorOptions): OpenVendors {
  const openingOf = ({ name }: AnyVendor): Opening<object> => ({
    ...deps,
    own: settings.vendors[name] ?? {},
    standIn: standIns[name],
    inside: () => `http://127.0.0.1:${port()}`,
  });
  const first = <Part>(open: (vendor: AnyVendor) => Part | undefined): Part | undefined =>
    vendors.reduce<Part | undefined>((found, vendor) => found ?? open(vendor), undefined);
  return {
    captchas: Object.fromEntries(
      vendors.flatMap((vendor) => {
        const captcha = vendor.captcha?.(openingOf(vendor));
        return captcha ? [[vendor.name, captcha]] : [];
      }),
    ),
    carrier(channel, name) {
      const vendor = vendors.find((each) => each.name === name);
      return vendor?.carriers?.[channel]?.open(openingOf(vendor));
    },
    conversion: first((vendor) => vendor.conversion?.(openingOf(vendor))),
    scenes: first((vendor) => vendor.scenes?.(openingOf(vendor))),
  };
}

/** Adapters by the names that providers.json calls them. */
export const adaptersOf = (vendors: readonly AnyVendor[]): Readonly<Record<string, ThirdPartyAdapter>> =>
  Object.fromEntries(vendors.flatMap(({ name, identity }) => (identity ? [[name, identity.adapter]] : [])));

/** Every frame for a script of others, by its name in `/foyer/frames/<name>`. */
export const embedsOf = (vendors: readonly AnyVendor[]): Readonly<Record<string, FrameKind>> =>
  Object.fromEntries(vendors.flatMap(({ embeds }) => Object.entries(embeds ?? {})));

/** Tells of lines whose captcha this server has no account with. */
export function tellMissingCaptcha(release: Release, captchas: VendorCaptchas<CallContext>, logger: Logger): void {
  const lines = release.lines.filter(({ server: { line } }) => {
    const { provider } = line.captcha;
    return provider !== 'built-in' && !Object.hasOwn(captchas, provider);
  });
  if (lines.length === 0) return;
  logger.warn(
    {
      lines: lines.map(({ name }) => name),
      providers: [...new Set(lines.map(({ server }) => server.line.captcha.provider))],
    },
    'lines name a captcha that this server has no account with: the built-in captcha takes its place',
  );
}
