/** Who carries messages: the vendors and gateways of the settings, else, with `npm start`, what stands in for them. */
import type { Logger } from 'pino';
import type { Release } from './http/release.ts';
import type { OpenVendors } from './open-vendors.ts';
import { createGatewayCarrier, createMissingCarrier } from './outbox/gateway.ts';
import { createMailCarrier } from './outbox/mail.ts';
import type { Carrier, Carriers } from './ports/carrier.ts';
import type { AnyVendor, CarriedChannel } from './ports/vendor.ts';
import { chosenBy, type Settings } from './settings.ts';

export interface CarrierOptions {
  readonly settings: Settings;
  readonly vendors: OpenVendors;
  /** What takes messages that nobody else carries; they stay owed without it. */
  readonly inbox: Carrier | undefined;
}

export function carriersOf({ settings, vendors, inbox }: CarrierOptions): Carriers {
  const otherwise = inbox ?? createMissingCarrier();
  const { smtpUrl, mailFrom, smsGatewayUrl, voiceGatewayUrl } = settings;
  const chosen = chosenBy(settings);
  const carried = (channel: CarriedChannel, gateway: string | undefined): Carrier =>
    vendors.carrier(channel, chosen[channel]) ?? (gateway === undefined ? otherwise : createGatewayCarrier(gateway));
  const { conversion } = vendors;
  return {
    email:
      smtpUrl === undefined
        ? otherwise
        : createMailCarrier({ url: smtpUrl, ...(mailFrom === undefined ? {} : { from: mailFrom }) }),
    sms: carried('sms', smsGatewayUrl),
    voice: carried('voice', voiceGatewayUrl),
    ...(conversion === undefined ? {} : { conversion }),
  };
}

/** Messages of the lines that the chosen vendors have no approved template for, as `<setting>: <template>.<language>`. */
export function missingTemplates(
  release: Release,
  settings: Settings,
  vendors: readonly AnyVendor[],
): readonly string[] {
  const chosen = chosenBy(settings);
  const served = release.lines.filter(({ name }) => settings.line === undefined || settings.line === name);
  const messages = (channel: CarriedChannel): readonly string[] =>
    served.flatMap(({ server }) =>
      server.line.languages.offered.flatMap((language) =>
        Object.keys(server.messages[language] ?? {})
          .filter((key) => key.startsWith(`${channel}.`))
          .map((key) => `${key.slice(channel.length + 1)}.${language}`),
      ),
    );
  const missing = (['sms', 'voice'] as const).flatMap((channel) => {
    const vendor = vendors.find(({ name }) => name === chosen[channel]);
    const { setting = '', of, needs = () => true } = vendor?.carriers?.[channel]?.templates ?? {};
    const templates = vendor && of?.(settings.vendors[vendor.name]);
    if (templates === undefined) return [];
    return messages(channel)
      .filter((key) => needs(key) && !Object.hasOwn(templates, key))
      .map((key) => `${setting}: ${key}`);
  });
  return [...new Set(missing)];
}

/** Tells of lines that send codes by SMS while nobody carries any. */
export function tellUnsentSms(release: Release, settings: Settings, logger: Logger): void {
  if (settings.smsProvider !== undefined || settings.smsGatewayUrl !== undefined) return;
  const lines = release.lines.filter(
    ({ server: { line } }) => line.offers.phoneRegistration || line.offers.phoneSignIn,
  );
  if (lines.length === 0) return;
  logger.warn(
    { lines: lines.map(({ name }) => name) },
    'neither SMS_PROVIDER nor SMS_GATEWAY_URL is set: codes by SMS stay unsent on these lines',
  );
}
