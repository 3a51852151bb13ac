/** Funnel events and error reports. Quiet: a lost report is no one's concern. */
import type { Params } from '../engine/messages.ts';
import type { Session } from './session.ts';

/** Reports by the frame's own call; does nothing where the line has none. */
export function report({ shell, world, preview }: Session, name: string, detail: Params = {}): void {
  const call = shell.services.report;
  if (call === undefined || preview) return;
  void world.http.send({
    method: call.method,
    path: call.path,
    headers: {},
    body: { name, detail: { ...detail, build: shell.build } },
    timeoutSeconds: shell.line.limits.requestSeconds,
    keepalive: true,
  });
}
