/**
 * Proofs: what a checked code or link gives, and the next step takes. Signed, bound to the row they come from and to
 * zone, line and flow; the row says whether they are still unspent, so nothing is stored for them.
 */
import { isSame } from '../accounts/secrets.ts';
import { flowOf, flowsOf, renewFlow } from '../sessions/flow.ts';
import type { CallContext, Sql } from '../types.ts';

const SHAPE = /^(code|link)\.([0-9a-f-]{36})\.([0-9]{1,12})\.([^.]{1,64})\.([^.]{1,64})$/;

export interface Proof {
  readonly kind: 'code' | 'link';
  /** Row of `verification_code` or `link_token`. */
  readonly id: string;
  /** End of its life, seconds since 1970 by the database's clock. */
  readonly until: number;
}

function text(context: CallContext, flow: string, kind: string, id: string, until: number | string): string {
  return ['proof', kind, id, until, context.zone, context.line.name, flow].join('\n');
}

/** The last thing that a transaction does: what a code proved, it proved for another flow. Looking at a link changes nothing. */
export async function makeProof(sql: Sql, context: CallContext, kind: Proof['kind'], id: string): Promise<string> {
  const [clock] = await sql.query<{ until: number }>(
    'select floor(extract(epoch from foyer_now()) + $1::integer * 60)::float8 as until',
    [context.line.line.limits.proofMinutes],
  );
  const until = clock?.until ?? 0;
  if (kind === 'code') renewFlow(context);
  const { keyId, value } = context.keys.sign('cookie', text(context, flowOf(context), kind, id, until));
  return [kind, id, until, keyId, value].join('.');
}

/** Reads a proof made for this line and browser; undefined when it is not one. Its end is the database's to judge. */
export function readProof(context: CallContext, proof: string): Proof | undefined {
  const [, kind, id, until, keyId, value] = SHAPE.exec(proof) ?? [];
  if (!kind || !id || !until || !keyId || !value) return undefined;
  const isOurs = flowsOf(context).some((flow) =>
    isSame(context.keys.signWith('cookie', keyId, text(context, flow, kind, id, until)) ?? '', value),
  );
  if (!isOurs) return undefined;
  return { kind: kind as Proof['kind'], id, until: Number(until) };
}
