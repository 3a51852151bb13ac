/** SMS or voice over an HTTPS gateway of the operator's: one POST of JSON a message, and a channel nobody carries. */
import type { Attempt, Carrier } from '../ports/carrier.ts';

const ANSWER_MILLISECONDS = 10000;

/** POSTs `{ id, to, text, template, params, language, line }`; 2xx is sent, 4xx (but 408 and 429) refused, the rest tried again. */
export function createGatewayCarrier(url: string): Carrier {
  return {
    async carry({ id, message, text }): Promise<Attempt> {
      const { to, template, params, language, line } = message;
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({ id, to, text, template, params, language, line }),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      });
      await response.body?.cancel();
      const detail = `HTTP ${response.status}`;
      if (response.ok) return { state: 'sent', code: 200 };
      const final =
        response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429;
      return { state: final ? 'refused' : 'retry', code: 500, detail };
    },
  };
}

/** Stands where no gateway is configured: the message stays owed until one is, or until it is given up. */
export function createMissingCarrier(): Carrier {
  return {
    carry: async () => ({ state: 'retry', code: 500, detail: 'nobody carries this channel: see the settings' }),
  };
}
