/** Whether the server answers every call: one without a handler would stop it at its next start. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sources } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import type { Fault } from './fault.ts';

const REGISTRY = 'src/server/calls/registry.ts';

/** Calls that the registry names; undefined where there is data without a server. */
function answered({ root }: Sources): ReadonlySet<string> | undefined {
  const file = path.join(root, REGISTRY);
  if (!existsSync(file)) return undefined;
  const [, table = ''] = /^const handlers = \{\n([\s\S]*?)^\}/m.exec(readFileSync(file, 'utf8')) ?? [];
  return new Set([...table.matchAll(/^ {2}'?([a-z0-9-]+)'?[:,]/gm)].map(([, call = '']) => call));
}

export function checkHandlers(sources: Sources, lines: Readonly<Record<string, ResolvedLine>>, faults: Fault[]): void {
  const handlers = answered(sources);
  if (!handlers) return;
  for (const line of Object.values(lines)) {
    for (const [call, { answeredBy }] of Object.entries(line.calls.calls ?? {})) {
      const isAnswered = handlers.has(call);
      if (isAnswered !== (answeredBy !== undefined)) continue;
      const place = line.documents.calls?.origin(['calls', call], 'key');
      if (!place) continue;
      if (isAnswered) {
        const at = line.documents.calls?.origin(['calls', call, 'answeredBy'], 'key') ?? place;
        const fix = 'delete "answeredBy", or give the call another name';
        faults.push({ ...at, message: `call ${call} is answered by this server`, fix });
        continue;
      }
      const fix = `add src/server/calls/${call}.ts, and name it in ${REGISTRY}; or, if your own back end answers it, "answeredBy": "back-end"`;
      faults.push({ ...place, message: `no handler answers call ${call}`, fix });
    }
  }
}
