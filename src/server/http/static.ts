/** Files with fixed places: compiled assets, the lines' static JSON, and their types. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const YEAR = 'public, max-age=31536000, immutable';

/** The parts of a path below a fixed place; undefined when one is hidden, empty or leads elsewhere. */
function safeParts(path: string): string[] | undefined {
  const parts = path.split('/');
  return parts.every((part) => /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(part)) ? parts : undefined;
}

/** Whether the browser takes brotli. */
export function takesBrotli(request: FastifyRequest): boolean {
  return String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((each) => /^\s*br\s*(;\s*q\s*=\s*(1(\.0+)?|0\.0*[1-9]\d*|0\.[1-9]\d*))?\s*$/.test(each));
}

/**
 * Sends a compiled asset: named by its content, so it never changes. False when there is none.
 * @param isVisitors whether another visitor may get another one by this name
 */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  directory: string,
  path: string,
  isVisitors = false,
): Promise<boolean> {
  const parts = safeParts(path);
  const type = TYPES[extname(path)];
  if (!parts || !type || path.endsWith('.br')) return false;
  const plain = join(directory, ...parts);
  const isFile = async (file: string) => (await stat(file).catch(() => undefined))?.isFile() === true;
  const packed = takesBrotli(request) && (await isFile(`${plain}.br`));
  const file = packed ? `${plain}.br` : plain;
  const size = await stat(file).catch(() => undefined);
  if (!size?.isFile()) return false;
  reply
    .header('content-type', type)
    .header('cache-control', isVisitors ? 'private, no-cache' : YEAR)
    .header('vary', isVisitors ? 'Accept-Encoding, Cookie' : 'Accept-Encoding')
    .header('content-length', size.size);
  if (packed) reply.header('content-encoding', 'br');
  if (type === 'image/svg+xml')
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  await reply.send(request.method === 'HEAD' ? undefined : createReadStream(file));
  return true;
}

/** A line's static JSON: the first of the directories that has it; undefined when none does. */
export async function readStatic(directories: readonly string[], path: string): Promise<Buffer | undefined> {
  const parts = safeParts(path);
  if (!parts || !path.endsWith('.json')) return undefined;
  for (const directory of directories) {
    const found = await readFile(join(directory, ...parts)).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}
