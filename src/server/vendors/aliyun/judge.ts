/** Codes of Aliyun's SMS and voice interfaces. */
import type { Attempt } from '../../ports/carrier.ts';
import { misconfigured, refused, retry, SENT } from '../cloud.ts';

/** What a code of Aliyun's means; of its limits only the message tells which. */
export function judge(code: string, message: string): Attempt {
  if (code === 'OK') return SENT;
  if (code === 'isv.DAY_LIMIT_CONTROL') return refused(code, 'limit');
  if (code === 'isv.BUSINESS_LIMIT_CONTROL') return refused(code, /天级|day/i.test(message) ? 'limit' : 'frequently');
  if (/BLACK_?LIST|IN_BLACK/i.test(code)) return refused(code, 'low-safe');
  if (
    /SIGN|TEMPLATE|AMOUNT|OUT_OF_SERVICE|ACCOUNT|PERMISSION|InvalidAccessKey|InvalidVersion|InvalidAction|PRODUCT/i.test(
      code,
    )
  )
    return misconfigured(code);
  if (/SYSTEM_ERROR|^Throttling|^ServiceUnavailable|^InternalError/i.test(code)) return retry(code);
  return refused(code);
}
