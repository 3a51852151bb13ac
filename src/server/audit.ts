/** The audit table: what happened, to which account, with identifiers and addresses only as keyed digests. */
import type { CallContext, KeyRing, Sql } from './types.ts';

export interface AuditSource {
  readonly keys: KeyRing;
  readonly zone: string;
  readonly line: string;
  readonly address: string;
  readonly requestId: string;
}

/** Makes the `audit` of a call's context. */
export function auditor(source: AuditSource): CallContext['audit'] {
  const digest = (text: string): string => {
    const { keyId, value } = source.keys.sign('identifier', `${source.zone}\n${text}`);
    return `${keyId}.${value}`;
  };
  return async (sql: Sql, event, detail) => {
    await sql.query(
      `INSERT INTO audit (zone, line, event, outcome, account_id, identifier, address, request_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        source.zone,
        source.line,
        event,
        detail.outcome,
        detail.accountId ?? null,
        detail.identifier === undefined ? null : digest(detail.identifier),
        digest(source.address),
        source.requestId,
      ],
    );
  };
}
