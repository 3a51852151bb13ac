/** Stands in for Baidu's conversion interface, on its path and in its shapes. Only `npm start` loads this folder. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../server/types.ts';
import type { BaiduSettings } from '../../server/vendors/baidu/settings.ts';

/** Where it answers, below this server's own origin. */
export const BAIDU_BASE = '/simulators/baidu';
/** Token that it accepts. */
export const BAIDU_TOKEN = 'simulated';

/** Settings that lead here. */
export const simulatedBaidu = (origin: string): Partial<BaiduSettings> => ({
  ocpc: `${origin}${BAIDU_BASE}`,
  token: BAIDU_TOKEN,
});
/** A `bd_vid` that begins so meets a server in trouble the first time. */
const BUSY = 'busy';

interface Upload {
  readonly token?: unknown;
  readonly conversionTypes?: readonly { readonly logidUrl?: unknown; readonly newType?: unknown }[];
}

export function baiduRoutes(db: Database): (app: FastifyInstance) => void {
  async function judge({ token, conversionTypes }: Upload): Promise<number> {
    if (token !== BAIDU_TOKEN) return 3;
    if (!Array.isArray(conversionTypes) || conversionTypes.length === 0 || conversionTypes.length >= 100) return 2;
    for (const { logidUrl, newType } of conversionTypes as NonNullable<Upload['conversionTypes']>) {
      const url = typeof logidUrl === 'string' && URL.canParse(logidUrl) ? new URL(logidUrl) : undefined;
      const visit = url?.searchParams.get('bd_vid');
      if (!url || !visit || !Number.isInteger(newType)) return 2;
      const before = await db.query('select 1 from sandbox.conversion where url = $1', [url.href]);
      const status = visit.startsWith(BUSY) && before.length === 0 ? 4 : 0;
      await db.query('insert into sandbox.conversion (url, new_type, status) values ($1, $2, $3)', [
        url.href,
        newType,
        status,
      ]);
      if (status !== 0) return status;
    }
    return 0;
  }
  return (app) => {
    app.post(`${BAIDU_BASE}/ocpcapi/api/uploadConvertData`, async (request, reply) => {
      const status = await judge((request.body ?? {}) as Upload);
      return reply.send({ header: { desc: status === 0 ? 'success' : 'failed', status, errors: [] } });
    });
    app.get(BAIDU_BASE, async (_request, reply) => {
      const conversions = await db.query(
        'select url, new_type, status, at from sandbox.conversion order by id desc limit 50',
      );
      return reply.header('cache-control', 'no-store').send({ simulator: true, conversions });
    });
  };
}
