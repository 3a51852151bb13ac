/** Registrations that an advertisement of Baidu's brought, told to its conversion interface. */
import type { Attempt, Carrier } from '../../ports/carrier.ts';

const PATH = '/ocpcapi/api/uploadConvertData';
const ANSWER_MILLISECONDS = 10000;
/** The interface's own trouble: the only status that is worth another try. */
const SERVER_TROUBLE = 4;

export interface BaiduOptions {
  /** Base address, asked for at each attempt. */
  readonly base: () => string;
  readonly token: string;
  readonly newType: number;
}

/** The status in an answer `{ "header": { "status": 0 } }`; undefined for anything else. */
function statusOf(answer: unknown): number | undefined {
  const status = (answer as { header?: { status?: unknown } } | null)?.header?.status;
  return typeof status === 'number' ? status : undefined;
}

/** Uploads one conversion. A message's params: `url` (the landing address with its `bd_vid`) and `at` (seconds since 1970). */
export function createBaiduCarrier({ base, token, newType }: BaiduOptions): Carrier {
  return {
    async carry({ message: { params } }): Promise<Attempt> {
      const conversion = { logidUrl: String(params.url), newType, convertTime: Number(params.at) };
      const response = await fetch(base().replace(/\/+$/, '') + PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, conversionTypes: [conversion] }),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      });
      if (response.status >= 500 || response.status === 429) {
        await response.body?.cancel();
        return { state: 'retry', code: 500, detail: `HTTP ${response.status}` };
      }
      const status = statusOf(await response.json().catch(() => undefined));
      if (status === 0) return { state: 'sent', code: 200 };
      return { state: status === SERVER_TROUBLE ? 'retry' : 'refused', code: 500, detail: `status ${status}` };
    },
  };
}
