/** Reports of errors and counting of funnel events. Quiet: a lost one is no one's concern, and nothing waits for it. */
import { bindBody, bindHeaders } from '../engine/bind.ts';
import type { Params } from '../engine/messages.ts';
import type { PageCall } from '../engine/pack.ts';
import { type Page, sourcesOf } from './page.ts';

function sendAway(
  { shell, world }: Page,
  call: PageCall,
  headers: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
): void {
  const { method, path } = call;
  const timeoutSeconds = shell.line.limits.requestSeconds;
  void world.http.send({ method, path, headers, body, timeoutSeconds, keepalive: true });
}

/** Reports an error by the frame's own call; does nothing where the line has none. */
export function report(page: Page, name: string, detail: Params = {}): void {
  const { shell, preview } = page;
  const call = shell.services.report;
  if (call === undefined || preview) return;
  sendAway(page, call, {}, { name, detail: { ...detail, build: shell.build } });
}

/**
 * Counts a funnel event by the frame's own call, which finds the names of the event and of the screen as the flow
 * values `name` and `screen`. Nothing is counted on a screen that carries a token.
 */
export async function count(page: Page, name: string): Promise<void> {
  const { shell, preview, model } = page;
  const call = shell.services.collect;
  const { pack } = model.get();
  if (call === undefined || preview || pack.screen.carriesToken) return;
  const event: Readonly<Record<string, string>> = { name, screen: pack.id };
  const sources = { ...sourcesOf(page, model.get()), flow: (value: string) => event[value] };
  const [body, headers] = await Promise.all([
    bindBody(call, undefined, sources),
    bindHeaders(call.headers ?? [], shell.headers, sources),
  ]);
  sendAway(page, call, headers, body);
}
