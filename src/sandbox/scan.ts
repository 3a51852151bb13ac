/** A code for a phone, as WeChat's and DingTalk's pages show it: the picture, the phone's side, and a page that waits. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import type { Database } from '../server/types.ts';
import { type Choice, type Chooser, sendChooser, sendPage, sendRefusal } from './chooser.ts';
import { hold, moveTicket, readTicket, type Step } from './grants.ts';

/** How long a picture is good for, seconds. */
export const TICKET_SECONDS = 300;
/** How long a question for news is kept waiting, milliseconds. */
const POLL_MILLISECONDS = 4000;
const LOOK_MILLISECONDS = 400;

/** The picture of an address, to be taken by a phone in the same network. */
export function sendPicture(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .header('content-type', 'image/svg+xml')
    .header('cache-control', 'no-store')
    .send(renderSVG(address, { border: 2 }));
}

/** The page with the picture. `script` keeps asking for news. */
export function sendScan(
  reply: FastifyReply,
  page: {
    readonly provider: string;
    readonly title: string;
    readonly picture: string;
    readonly phone: string;
    readonly script: { readonly path: string; readonly values: Readonly<Record<string, string>> };
  },
): FastifyReply {
  const { provider, title, picture, phone, script } = page;
  const body = `<img src="${picture}" alt="QR code for a phone" width="150" height="150">
<p><a href="${phone}" target="_blank" rel="noopener">Scan it with a simulated phone</a></p><p role="status" id="status">Waiting for a phone.</p>`;
  return sendPage(reply, { provider, title, body, script, framed: true });
}

/** The phone's side: opening it is scanning. */
export async function sendPhone(
  reply: FastifyReply,
  db: Database,
  key: { readonly provider: string; readonly ticket: string },
  chooser: Pick<Chooser, 'provider' | 'action' | 'troubles' | 'people'>,
): Promise<FastifyReply> {
  await moveTicket(db, key.provider, key.ticket, { step: 'scanned' });
  const found = await readTicket(db, key.provider, key.ticket);
  if (found?.step !== 'scanned')
    return sendRefusal(reply, chooser.provider, 'This code is over. Get a new one on the page that showed it.');
  const about = 'This is the phone that scanned the code.';
  return sendChooser(reply, { ...chooser, carried: { ticket: key.ticket }, about });
}

/** What the phone decided. */
export async function decide(
  reply: FastifyReply,
  db: Database,
  key: { readonly provider: string; readonly name: string },
  choice: Choice,
): Promise<FastifyReply> {
  const { person, trouble, refused, carried } = choice;
  const step = refused ? 'cancelled' : 'confirmed';
  const moved = await moveTicket(db, key.provider, carried.ticket ?? '', { step, person, trouble });
  if (!moved) return sendRefusal(reply, key.name, 'This code is over. Get a new one on the page that showed it.');
  const [title, words] = refused
    ? ['Cancelled', 'Nobody signs in with this code.']
    : ['Confirmed', 'The page that showed the code goes on by itself.'];
  return sendPage(reply, { provider: key.name, title, body: `<p>${words}</p>` });
}

/** Waits until a ticket is no longer as the page last heard; undefined when it is over. */
export async function news(
  request: FastifyRequest,
  db: Database,
  key: { readonly provider: string; readonly ticket: string },
  last: Step,
): Promise<Step | undefined> {
  const end = Date.now() + POLL_MILLISECONDS;
  for (;;) {
    const step = (await readTicket(db, key.provider, key.ticket))?.step;
    if (step !== last || Date.now() >= end || request.raw.socket.destroyed) return step;
    await hold(request, LOOK_MILLISECONDS);
  }
}
