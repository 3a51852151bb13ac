/** The embedded inbox: stands for mailboxes and phones where no SMTP server or gateway is configured. */

import type { Carrier } from '../server/ports/carrier.ts';
import type { Database } from '../server/types.ts';

export interface InboxMessage {
  readonly id: string;
  readonly line: string;
  readonly channel: string;
  readonly recipient: string;
  readonly language: string;
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly code: string | null;
  readonly links: readonly string[];
  readonly at: Date;
}

/** Delivers every message into the table `inbox`; repeating an attempt changes nothing. */
export function createInboxCarrier(db: Database): Carrier {
  return {
    async carry({ id, message, subject, text, html }) {
      const code = message.params.code === undefined ? null : String(message.params.code);
      const links = Object.values(message.params).filter(
        (value) => typeof value === 'string' && /^https?:\/\//.test(value),
      );
      await db.query(
        `INSERT INTO inbox (id, line, channel, recipient, language, subject, text, html, code, links)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING`,
        [
          id,
          message.line,
          message.channel,
          message.to,
          message.language,
          subject ?? null,
          text,
          html ?? null,
          code,
          links,
        ],
      );
      return { state: 'sent', code: 200 };
    },
  };
}

/** Newest first; of one recipient, one line, or all. */
export async function readInbox(
  db: Database,
  { to, line, limit = 50 }: { to?: string | undefined; line?: string | undefined; limit?: number },
): Promise<InboxMessage[]> {
  return db.query<InboxMessage>(
    `SELECT * FROM inbox WHERE ($1::text IS NULL OR lower(recipient) = lower($1)) AND ($2::text IS NULL OR line = $2)
     ORDER BY at DESC LIMIT $3`,
    [to ?? null, line ?? null, limit],
  );
}
