/** Mail over SMTP, and what SMTP's answers mean in the specification's delivery codes. */
import { createTransport, type Transporter, type TransportOptions } from 'nodemailer';
import type { Attempt, Carrier, ReadyMessage } from '../ports/carrier.ts';

export interface MailOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly url: string;
  /** Sender; without one the line's brand at its brand host. */
  readonly from?: string;
}

/** Final answers of the specification's table. Anything else that is permanent is 500. */
const FINAL = new Set([559, 554, 550, 521]);
/** Grey lists and full mailboxes: trying again at once only annoys. Seconds to wait. */
const PATIENCE: Readonly<Record<number, number>> = { 451: 120, 552: 900 };

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  /** The mail server's reply. */
  readonly response?: string;
  readonly message?: string;
  readonly rejectedErrors?: readonly { readonly responseCode?: number; readonly response?: string }[];
}

/** What the mail server said; where it said nothing, what kept it from that. */
function saidBy({ code, response, message, rejectedErrors }: SmtpError): string {
  const reply = response ?? rejectedErrors?.[0]?.response;
  if (reply === undefined) return [code, message].filter((part) => part !== undefined).join(': ');
  return code === 'EAUTH' ? `sign-in refused: ${reply}` : reply;
}

/** Maps a failed send to what happens to the message. Exported for its test table. */
export function judge(error: SmtpError): Attempt {
  return { ...meaningOf(error), detail: saidBy(error) };
}

function meaningOf(error: SmtpError): Attempt {
  const code = error.responseCode ?? error.rejectedErrors?.[0]?.responseCode;
  // A refused sign-in or no connection is our trouble, not the receiver's: the message stays owed.
  if (code === undefined || error.code === 'EAUTH' || error.code === 'ECONNECTION') {
    const isOurs = error.code === 'EAUTH' && code !== undefined && code >= 500;
    return { state: 'retry', code: 500, ...(isOurs ? { misconfigured: true } : {}) };
  }
  const wait = PATIENCE[code];
  if (wait !== undefined) return { state: 'retry', code, notBeforeSeconds: wait };
  if (FINAL.has(code)) return { state: 'refused', code };
  return code >= 500 ? { state: 'refused', code: 500 } : { state: 'retry', code: 500 };
}

const transportTo = (url: string): Transporter =>
  createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 8000,
    greetingTimeout: 8000,
    socketTimeout: 20000,
    dnsTimeout: 5000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as TransportOptions);

export function createMailCarrier({ url, from }: MailOptions): Carrier {
  // Connections of their own for codes: those of a slow server are all taken by what came before.
  const prompt = transportTo(url);
  const others = transportTo(url);
  return {
    async carry({ id, message, line, subject = '', text, html, isPrompt }: ReadyMessage): Promise<Attempt> {
      const transport = isPrompt ? prompt : others;
      const brand = line.messages[message.language]?.['line.brand'] ?? line.name;
      try {
        await transport.sendMail({
          from: from ?? { name: brand, address: `no-reply@${line.line.brandHost}` },
          to: { name: '', address: message.to },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          // The same on every attempt: a receiver that got the first one recognises the second.
          messageId: `<${id}@${line.line.brandHost}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': message.language },
        });
        return { state: 'sent', code: 200 };
      } catch (error) {
        return judge(error as SmtpError);
      }
    },
    close() {
      prompt.close();
      others.close();
    },
  };
}
