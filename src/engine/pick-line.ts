/** Which line answers a request. */

export interface LineHosts {
  readonly name: string;
  readonly hosts: readonly string[];
}

export interface LineChoice<L extends LineHosts> {
  /** Setting `LINE`: the line's folder. Wins over the host. */
  readonly setting?: string | undefined;
  /** The `Host` header, with or without a port. */
  readonly host: string;
  readonly lines: readonly L[];
  /** Folder of the line that answers unknown hosts. */
  readonly fallback: string;
}

export interface PickedLine<L extends LineHosts> {
  readonly line: L;
  readonly by: 'setting' | 'host' | 'wildcard' | 'localhost' | 'fallback';
}

/** Host without port, trailing dot and letter case. */
function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:[0-9]+$/, '')
    .replace(/\.$/, '');
}

/**
 * The setting, then the exact host, then the longest wildcard, then `<folder>.localhost`, then the fallback.
 * @throws when the setting, or the fallback where it is needed, names no line.
 */
export function pickLine<L extends LineHosts>({ setting, host, lines, fallback }: LineChoice<L>): PickedLine<L> {
  const named = (name: string): L => {
    const line = lines.find((each) => each.name === name);
    if (line === undefined) throw new Error(`No line is named ${JSON.stringify(name)}.`);
    return line;
  };
  if (setting !== undefined && setting !== '') return { line: named(setting), by: 'setting' };

  const asked = hostName(host);
  const exact = lines.find((each) => each.hosts.includes(asked));
  if (exact !== undefined) return { line: exact, by: 'host' };

  let widest: { line: L; length: number } | undefined;
  for (const line of lines) {
    for (const pattern of line.hosts) {
      if (!pattern.startsWith('*.') || !asked.endsWith(pattern.slice(1))) continue;
      if (asked.length === pattern.length - 1) continue;
      if (widest === undefined || pattern.length > widest.length) widest = { line, length: pattern.length };
    }
  }
  if (widest !== undefined) return { line: widest.line, by: 'wildcard' };

  const local = lines.find((each) => asked === `${each.name}.localhost`);
  if (local !== undefined) return { line: local, by: 'localhost' };
  return { line: named(fallback), by: 'fallback' };
}
