/** TC3-HMAC-SHA256 against Tencent's published example, and the stand-in's own check of it. */

import { SIMULATED_TENCENT } from '../../../src/sandbox/tencent/account.ts';
import { signatureFault } from '../../../src/sandbox/tencent/api.ts';
import { authorization, CONTENT_TYPE } from '../../../src/server/vendors/tencent/sign.ts';

test("the example of Tencent's manual", () => {
  expect(
    authorization(
      {
        service: 'cvm',
        host: 'cvm.tencentcloudapi.com',
        body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
        timestamp: 1551113065,
      },
      { secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' },
    ),
  ).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  );
});

describe('the stand-in', () => {
  const BODY = '{"Ticket":"t"}';
  const NOW = 1790000000;
  const sent = (change: Record<string, string> = {}, timestamp = NOW) => ({
    host: '127.0.0.1:4400',
    'content-type': CONTENT_TYPE,
    'x-tc-timestamp': String(timestamp),
    authorization: authorization(
      { service: 'captcha', host: '127.0.0.1:4400', body: BODY, timestamp },
      SIMULATED_TENCENT,
    ),
    ...change,
  });
  const code = (headers: Record<string, string>, body = BODY, service = 'captcha') =>
    signatureFault(headers, body, service, NOW)?.Code;

  test('takes what is signed for the host that it came to', () => {
    expect(code(sent())).toBeUndefined();
  });

  test.each([
    ['another host', sent({ host: 'captcha.tencentcloudapi.com' }), BODY, 'SignatureFailure'],
    ['another body', sent(), '{"Ticket":"u"}', 'SignatureFailure'],
    ['another type', sent({ 'content-type': 'application/json' }), BODY, 'SignatureFailure'],
    ['another time', sent({ 'x-tc-timestamp': String(NOW - 60) }), BODY, 'SignatureFailure'],
    ['no signature', sent({ authorization: '' }), BODY, 'InvalidAuthorization'],
    ['a clock six minutes slow', sent({}, NOW - 360), BODY, 'SignatureExpire'],
    ['a clock six minutes fast', sent({}, NOW + 360), BODY, 'SignatureExpire'],
  ])('%s is refused', (_what, headers, body, expected) => {
    expect(code(headers, body)).toBe(`AuthFailure.${expected}`);
  });

  test('four minutes are forgiven; another service is not', () => {
    expect(code(sent({}, NOW - 240))).toBeUndefined();
    expect(code(sent(), BODY, 'sms')).toBe('AuthFailure.SignatureFailure');
  });
});
