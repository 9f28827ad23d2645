import { expect, test } from 'vitest'
import { createAdmission, type Admission, type BuyingStep } from './admission.ts'

test('128 captchas and 160 orders are let in at once, and the next is refused at once with a time to come back', async () => {
  const { admission, ask } = withClock()
  const captchas = ask('captcha', 129)
  expect(await captchas.last).toBe('busy 2')
  const orders = ask('order', 33)
  expect(await orders.last).toBe('busy 2')
  captchas.end()
  orders.end()
  await Promise.all([...captchas.all, ...orders.all])
  expect(await admission.admit('captcha', 'a', () => Promise.resolve('done'), String)).toBe('done')
})

test('work that fails makes room like any other', async () => {
  const { admission, ask } = withClock()
  for (let call = 0; call < 140; call++) {
    const failed = admission.admit('captcha', 'a', () => Promise.reject(new Error('of the work')), String)
    await expect(failed).rejects.toThrow('of the work')
  }
  expect(await first(ask('captcha', 1).all)).toBe('under way')
})

test('as many captchas are let in as are done in 0.3 s, and as many orders as in 0.6 s', async () => {
  for (const [step, room] of [
    ['captcha', 300],
    ['order', 600],
  ] as const) {
    const { ask, doMany, pass } = withClock()
    await doMany(1000)
    // the rate is that of the last whole second
    pass(1000)
    expect(await first(ask(step, room).all.slice(-1))).toBe('under way')
    expect(await ask(step, 1).last).toBe('busy 2')
  }
})

test('a rate that was measured two seconds ago gives no more room', async () => {
  const { ask, doMany, pass } = withClock()
  await doMany(1000)
  pass(2000)
  expect(await ask('captcha', 129).last).toBe('busy 2')
})

test('the more are refused for each that is answered, the later they come back, and after 10 s at the latest', async () => {
  const { ask, doMany } = withClock()
  await doMany(100)
  ask('captcha', 128)
  expect(await ask('captcha', 100).last).toBe('busy 2')
  expect(await ask('captcha', 1).last).toBe('busy 3')
  expect(await ask('captcha', 2000).last).toBe('busy 10')
})

test('one client takes four fifths of the room at most, until its work is done, and a program all of it', async () => {
  const { ask } = withClock()
  const many = ask('captcha', 103, 'one')
  expect(await first(many.all.slice(101, 102))).toBe('under way')
  expect(await many.last).toBe('busy 2')
  expect(await first(ask('captcha', 26).all.slice(-1))).toBe('under way')
  expect(await ask('captcha', 1, 'another').last).toBe('busy 2')
  many.end()
  await Promise.all(many.all)
  expect(await first(ask('captcha', 102, 'one').all.slice(-1))).toBe('under way')
  expect(await first(ask('order', 32, null).all.slice(-1))).toBe('under way')
  expect(await ask('order', 1, null).last).toBe('busy 2')
})

test('those who come back are spread, from the first second on', async () => {
  const { ask } = withClock(0)
  ask('captcha', 128)
  expect(await ask('captcha', 500).last).toBe('busy 1')
})

/** @param share the random number that spreads who comes back. */
function withClock(share = 0.999) {
  let now = 5_000_000
  const admission = createAdmission(
    () => now,
    () => share,
  )
  return {
    admission,
    pass: (ms: number) => void (now += ms),
    ask: (step: BuyingStep, times: number, client?: string | null) => ask(admission, step, times, client),
    doMany: async (times: number) => {
      for (let call = 0; call < times; call++)
        await admission.admit('order', 'a', () => Promise.resolve(), String)
    },
  }
}

/**
 * Asks to be let in many times at once, for work that goes on until `end`.
 *
 * @param client each time has one of its own without it.
 */
function ask(admission: Admission, step: BuyingStep, times: number, client?: string | null) {
  const work = Promise.withResolvers<string>()
  const all = Array.from({ length: times }, (_, at) =>
    admission.admit(
      step,
      client === undefined ? `client ${String(at)}` : client,
      () => work.promise,
      (retryAfterS) => `busy ${String(retryAfterS)}`,
    ),
  )
  return {
    all,
    last: first(all.slice(-1)),
    end: () => {
      work.resolve('done')
    },
  }
}

/** What the first of them is by the next turn of the event loop. */
function first(all: readonly Promise<string>[]): Promise<string> {
  return Promise.race([
    ...all,
    new Promise<string>((resolve) => {
      setImmediate(resolve, 'under way')
    }),
  ])
}
