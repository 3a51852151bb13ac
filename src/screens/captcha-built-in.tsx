/** The built-in captcha: a proof of work that the browser does when asked to. One button, no pointer needed. */
import { useState } from 'react';
import type { CaptchaAnswer } from '../engine/bind.ts';
import { Alert } from '../theme/alert.tsx';
import { Button } from '../theme/button.tsx';
import { Text } from '../theme/text.tsx';
import type { Challenge } from './captcha-solver.ts';
import { useScreening } from './use-screening.ts';

type Phase = 'idle' | 'checking' | 'failed';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function BuiltInCaptcha({ onDone }: { readonly onDone: (answer: CaptchaAnswer) => void }) {
  const { page, text } = useScreening();
  const [phase, setPhase] = useState<Phase>('idle');
  const { world, shell } = page;

  /** A fresh challenge each time: one that was tried before is worth nothing. */
  const start = async (): Promise<void> => {
    const call = shell.services.captcha;
    if (call === undefined) return;
    setPhase('checking');
    try {
      const result = await world.http.send({
        method: call.method,
        path: call.path,
        headers: {},
        body: {},
        timeoutSeconds: shell.line.limits.requestSeconds,
      });
      if (result.kind !== 'answer' || result.code !== 200) throw new Error('No challenge.');
      const { challenge, captchaAppId } = result.data;
      if (!isRecord(challenge)) throw new Error('No challenge.');
      const { solve } = await import('./captcha-solver.ts');
      const solved = await solve(challenge as unknown as Challenge);
      onDone({ ...solved, captchaAppId: String(captchaAppId ?? '') });
    } catch {
      setPhase('failed');
    }
  };
  return (
    <>
      <Text tone="plain">{text('captcha.text')}</Text>
      {phase === 'failed' && <Alert tone="error">{text('captcha.failed')}</Alert>}
      <Button look="primary" pending={phase === 'checking'} onClick={() => void start()}>
        {text(phase === 'failed' ? 'captcha.retry' : 'captcha.action')}
      </Button>
      <p role="status">{phase === 'checking' ? text('captcha.checking') : ''}</p>
    </>
  );
}
