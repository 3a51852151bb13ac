/** A mail server and an SMS gateway that can be slow, away, or gone after they took a message. */
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  readonly to: string;
  /** Addresses in its text. */
  readonly links: readonly string[];
}

export interface MailServer {
  readonly mails: Mail[];
  close(): Promise<void>;
}

export interface MailServerOptions {
  readonly port: number;
  /** Milliseconds before a mail is acknowledged. */
  readonly slow?: number;
  /** How many mails are taken without saying so, by a connection that breaks. */
  readonly drops?: number;
}

export async function openMailServer({ port, slow = 0, drops = 0 }: MailServerOptions): Promise<MailServer> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      simpleParser(stream).then(async ({ text = '' }) => {
        mails.push({
          to: session.envelope.rcptTo[0]?.address ?? '',
          links: text.match(/https?:\/\/[^\s<>")\]]+/g) ?? [],
        });
        if (mails.length <= drops) {
          for (const connection of server.connections)
            (connection as unknown as { readonly _socket: Socket })._socket.destroy();
          return;
        }
        await new Promise((next) => setTimeout(next, slow));
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  return { mails, close: () => new Promise((done) => server.close(() => done())) };
}

export interface Sms {
  readonly to: string;
  readonly text: string;
  /** When it came, as `performance.now()` counts. */
  readonly at: number;
}

export interface SmsGateway {
  readonly messages: Sms[];
  close(): Promise<void>;
}

export async function openSmsGateway(port: number): Promise<SmsGateway> {
  const messages: Sms[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { to, text } = JSON.parse(body) as { to: string; text: string };
      messages.push({ to, text, at: performance.now() });
      response.end();
    });
  });
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  return {
    messages,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
