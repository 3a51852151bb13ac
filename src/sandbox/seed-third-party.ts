/** Whom the built-in simulators of third parties know: people linked to reference accounts, and an enterprise of DingTalk's. */

import type { Identity } from '../server/ports/identity.ts';
import { storeEnterprise } from '../server/third-party/enterprises.ts';
import { link } from '../server/third-party/identities.ts';
import type { KeyRing, Sql, Zone } from '../server/types.ts';
import { ENTERPRISE } from './dingtalk/dingtalk.ts';

/** Someone that a simulator's page lets one sign in as, and the account they are linked to. */
export interface SeedPerson {
  readonly zone: Zone;
  /** As that page calls them. */
  readonly persona: string;
  /** Ids of the providers that know them. */
  readonly providers: readonly string[];
  /** Role of the account; nothing where nobody is linked. */
  readonly account: string;
}

export interface SeedEnterprise {
  readonly zone: Zone;
  readonly alias: string;
}

const KINDS: Readonly<Record<string, Identity['subjectKind']>> = {
  wechat: 'unionid',
  qq: 'unionid',
  google: 'sub',
  apple: 'sub',
};
const PROVIDERS = Object.keys(KINDS);
const MEMBERS_OF = 'dingtalk';

/** Personas by the role of the account they are linked to. */
const PERSONAS: Readonly<Record<string, string>> = { master: 'linked', phoneless: 'phoneless', flagged: 'risky' };

/**
 * Stores what is missing, for those accounts of one zone that are there, by their roles.
 * @returns who there is, as the report tells it
 */
export async function seedThirdParties(
  sql: Sql,
  keys: KeyRing,
  zone: Zone,
  ids: ReadonlyMap<string, string>,
): Promise<{ people: readonly SeedPerson[]; enterprises: readonly SeedEnterprise[] }> {
  const people: SeedPerson[] = [];
  for (const [role, persona] of Object.entries(PERSONAS)) {
    const account = ids.get(role);
    if (account === undefined) continue;
    for (const provider of PROVIDERS) {
      const identity = personOf(provider, persona, KINDS[provider] ?? 'sub');
      await link(sql, zone, provider, identity, account);
    }
    people.push({ zone, persona, providers: PROVIDERS, account: role });
  }
  const enterprises: SeedEnterprise[] = [];
  const [masterId, subId] = [ids.get('master'), ids.get('sub')];
  if (masterId !== undefined && subId !== undefined) {
    const { alias, corpId, clientId, clientSecret } = ENTERPRISE;
    await storeEnterprise(sql, keys, { zone, alias, corpId, clientId, clientSecret, masterId });
    const member: Identity = { ...personOf(MEMBERS_OF, 'linked', 'unionid'), corpId };
    await link(sql, zone, MEMBERS_OF, member, subId);
    people.push({ zone, persona: 'linked', providers: [MEMBERS_OF], account: 'sub' });
    enterprises.push({ zone, alias });
  }
  people.push({ zone, persona: 'fresh', providers: [...PROVIDERS, MEMBERS_OF], account: '' });
  return { people, enterprises };
}

function personOf(provider: string, persona: string, subjectKind: Identity['subjectKind']): Identity {
  return { subject: `${provider}-${persona}`, subjectKind, appId: `sim-${provider}`, name: persona };
}
