/** The software a user works with: numbers of the enumeration, those that the line offers. */
import type { ServerLine } from '../../engine/pack.ts';
import type { Sql } from '../types.ts';
import { plainText } from './plain-text.ts';
import { sha256 } from './secrets.ts';

/** Names of the enumeration, of the field that offers it, and of the one value that is named in words. */
const NAME = 'software';
const IN_WORDS = 'custom';

export interface Software {
  /** Numbers offered, in the order of the enumeration. */
  readonly offered: readonly number[];
  /** Number that stands for a name in words. */
  readonly inWords: number;
}

/** What a line offers: the options that its field of that name leaves. */
export function softwareOf({ enums, fields }: ServerLine): Software {
  const numbers = enums[NAME] ?? {};
  const { enum: allowed } = (fields[NAME]?.rule.items ?? {}) as { readonly enum?: readonly unknown[] };
  const offered = Object.entries(numbers).filter(([name]) => allowed === undefined || allowed.includes(name));
  return { offered: offered.map(([, number]) => Number(number)), inWords: Number(numbers[IN_WORDS]) };
}

export interface StoredSoftware {
  /** Numbers, in ascending order. */
  readonly software: readonly number[];
  /** Name of other software, empty without one. */
  readonly other: string;
  readonly businessType: number;
  /** Kind of the account. */
  readonly kind: number;
  /** Changes with anything of it: what a save may say that it is based on. */
  readonly version: string;
}

/** The version of an account that never chose. */
const NOTHING = '0';

/** What an account chose; undefined when there is no such account. */
export async function storedSoftware(sql: Sql, accountId: string): Promise<StoredSoftware | undefined> {
  const [row] = await sql.query<{
    readonly software: number[] | null;
    readonly other: string | null;
    readonly business_type: number;
    readonly kind: number;
  }>(
    `select a.business_type, a.kind, u.other_software as other,
        (select array_agg(s.software order by s.software) from rendering_software s where s.account_id = a.id) as software
       from account a left join rendering_user u on u.account_id = a.id where a.id = $1`,
    [accountId],
  );
  if (!row) return undefined;
  const { business_type: businessType, kind } = row;
  const software = row.software ?? [];
  // Stored before the rule was as strict as it is: the field could not be sent as it was filled.
  const other = plainText(row.other ?? '', 120).trim();
  const version =
    software.length === 0 ? NOTHING : sha256(JSON.stringify([software, other, businessType])).slice(0, 32);
  return { software, other, businessType, kind, version };
}
