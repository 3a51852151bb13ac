/** E-mail links: a 256-bit token, stored as its digest, on a page of the line. */
import { randomUUID } from 'node:crypto';
import { newSecret, sha256 } from '../accounts/secrets.ts';
import { type AccountWithCredential, WITH_CREDENTIAL } from '../accounts/store/account.ts';
import type { CallContext, Sql } from '../types.ts';

export type LinkKind = 'activate' | 'reset';

const SCREENS: Readonly<Record<LinkKind, string>> = { activate: 'activate', reset: 'reset-password' };
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Origin that links of this line are built on: the brand host, or the present host where the line says so and lists it by
 * name. A host below a wildcard, and a port, may be anybody's: whoever asks for a link for somebody else chooses them. A line
 * run locally links to itself.
 */
export function linkOrigin(context: CallContext): string {
  const { linksOn, brandHost, hosts } = context.line.line;
  const brand = `https://${brandHost}`;
  // A host that is none, such as broken punycode, is nobody's.
  if (!URL.canParse(context.origin)) return brand;
  const { protocol, hostname } = new URL(context.origin);
  if (LOOPBACK.has(hostname) || hostname === `${context.line.name}.localhost`) return context.origin;
  return linksOn === 'currentHost' && hosts.includes(hostname) ? `${protocol}//${hostname}` : brand;
}

/** Address of a screen of this line in the visitor's language. */
export function screenUrl(context: CallContext, screen: string, query: Readonly<Record<string, string>> = {}): string {
  const { routes, languages } = context.line.line;
  const path = routes[screen]?.[0];
  if (!path) throw new Error(`The line has no route for the screen ${screen}.`);
  const url = new URL(path, linkOrigin(context));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const [lang] = Object.entries(languages.query).find(([, language]) => language === context.language) ?? [];
  url.searchParams.set('lang', lang ?? context.language);
  return url.href;
}

/**
 * Stores a new token in the caller's transaction; gives the address to mail. Without an account it is a decoy that belongs
 * to nobody, so no token finds it: the work is the same, and its address is not to be mailed.
 */
export async function newLink(
  sql: Sql,
  context: CallContext,
  kind: LinkKind,
  accountId: string | undefined,
): Promise<string> {
  const { activationHours, resetMinutes } = context.line.line.limits;
  const token = newSecret();
  await sql.query(
    `insert into link_token (token_hash, kind, account_id, zone, line, expires_at)
     values ($1, $2, $3, $4, $5, foyer_now() + make_interval(mins => $6))`,
    [
      sha256(token),
      kind,
      accountId ?? randomUUID(),
      context.zone,
      context.line.name,
      kind === 'activate' ? activationHours * 60 : resetMinutes,
    ],
  );
  return screenUrl(context, SCREENS[kind], { token });
}

export interface FoundLink {
  readonly id: string;
  readonly kind: LinkKind;
  readonly account_id: string;
  readonly email: string | null;
  readonly username: string;
  readonly status: string;
  /** Digest of the flow that registered the account; null where none is known. */
  readonly registered_flow: string | null;
  readonly expired: boolean;
  /** It did what it is for. */
  readonly used: boolean;
  /** It works no more: used, or made void by a new password or another contact. */
  readonly spent: boolean;
}

const FIND = `select l.id, l.kind, l.account_id, a.email, a.username, a.status, a.registered_flow, l.expires_at <= foyer_now() as expired, l.acted as used, l.used_at is not null as spent
   from link_token l join account a on a.id = l.account_id where l.zone = $2 and l.line = $3`;

/** The link of a token of this line; changes nothing. */
export async function findLink(context: CallContext, token: string): Promise<FoundLink | undefined> {
  const [found] = await context.db.query<FoundLink>(`${FIND} and l.token_hash = $1`, [
    sha256(token),
    context.zone,
    context.line.name,
  ]);
  return found;
}

/** The line that sent a token; undefined for a token that nobody was sent. */
export async function lineOfLink(db: CallContext['db'], token: string): Promise<string | undefined> {
  const [found] = await db.query<{ line: string }>('select line from link_token where token_hash = $1', [
    sha256(token),
  ]);
  return found?.line;
}

/** Whether an activation link, or another tab or browser, did already what it is for. */
export const isActivated = ({ kind, status }: Pick<FoundLink, 'kind' | 'status'>): boolean =>
  kind === 'activate' && status !== 'unactivated' && status !== 'cancelled';

type LinkProof = Readonly<{ id: string; until: number }>;
const BY_PROOF = `${FIND} and l.id = $1 and to_timestamp($4) > foyer_now()`;

const proven = ({ zone, line }: CallContext, { id, until }: LinkProof): readonly unknown[] => [
  id,
  zone,
  line.name,
  until,
];

/** The link of a proof; undefined when the proof is over. */
export async function linkOfProof(context: CallContext, proof: LinkProof): Promise<FoundLink | undefined> {
  const [found] = await context.db.query<FoundLink>(BY_PROOF, proven(context, proof));
  return found;
}

/** The same, locked for the caller's transaction. */
export async function lockLink(sql: Sql, context: CallContext, proof: LinkProof): Promise<FoundLink | undefined> {
  const [found] = await sql.query<FoundLink>(`${BY_PROOF} for update of l, a`, proven(context, proof));
  return found;
}

/** The account that the proof of a link may give a new password; none when the proof is over. */
export function ownersOfLink(context: CallContext, proof: LinkProof): Promise<readonly AccountWithCredential[]> {
  return context.db.query<AccountWithCredential>(
    `select ${WITH_CREDENTIAL} from link_token p join account a on a.id = p.account_id left join credential c on c.account_id = a.id
      where p.id = $1 and (p.kind = 'reset' and a.status <> 'cancelled' or p.kind = 'activate' and a.status = 'unactivated') and p.used_at is null and p.expires_at > foyer_now()
        and p.zone = $2 and p.line = $3 and to_timestamp($4) > foyer_now()`,
    proven(context, proof),
  );
}

/** Marks a link, locked before, as what did what is done in the caller's transaction. */
export async function markActed(sql: Sql, id: string): Promise<void> {
  await sql.query('update link_token set acted = true, used_at = foyer_now() where id = $1', [id]);
}

/** Uses up every open link of a kind that an account has. */
export async function spendLinks(sql: Sql, kind: LinkKind, accountId: string): Promise<void> {
  await sql.query(
    'update link_token set used_at = foyer_now() where account_id = $1 and kind = $2 and used_at is null',
    [accountId, kind],
  );
}
