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

test('each second in which steps take more than a third of one leaves less room, and quick ones give it back', async () => {
  const seconds = [334, 334, 333, 100, 100]
  for (const [after, room] of [112, 79, 79, 98, 123].entries()) {
    const { roomFor, doSteps, pass } = withClock()
    for (const ms of seconds.slice(0, after + 1)) {
      await doSteps(50, ms)
      pass(1000 - ms)
    }
    expect(await roomFor('order'), String(after)).toBe(room)
  }
})

test('there is always room for a few, and after a rest for as many as at the start', async () => {
  const { roomFor, doSteps, pass } = withClock()
  for (let second = 0; second < 20; second++) await doSteps(1, 1000)
  expect(await roomFor('order')).toBe(16)
  pass(60_000)
  expect(await roomFor('order')).toBe(160)
})

test('room grows beyond that while quick work leaves some to be refused, and no further than a thousand', async () => {
  const { roomFor, ask, doSteps, pass } = withClock()
  const more = async () => {
    await doSteps(100, 10)
    await ask('order', 2000).ended()
    pass(990)
  }
  await more()
  expect(await roomFor('order')).toBe(200)
  for (let second = 0; second < 20; second++) await more()
  expect(await roomFor('order')).toBe(1000)
  pass(1000)
  await doSteps(100, 10)
  pass(990)
  expect(await roomFor('order')).toBe(160)
})

test('work that hangs gives no room to more of it', async () => {
  const { roomFor, ask, doSteps, pass } = withClock()
  await doSteps(1, 1000)
  const hung = ask('order', 112)
  pass(30_000)
  expect(await ask('order', 1).last).toBe('busy 2')
  await hung.ended()
  pass(1000)
  expect(await roomFor('order')).toBe(79)
})

test('the more are refused for each that is answered, the later they come back, and after 10 s at the latest', async () => {
  const { ask, doSteps } = withClock()
  await doSteps(100, 1)
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

test('a step that waits for something else gives its place to others, and is not slow by it', async () => {
  const { admission, ask, pass, roomFor } = withClock()
  const wait = Promise.withResolvers<string>()
  const waiting = Array.from({ length: 100 }, () =>
    admission.admit('order', null, () => admission.aside(() => wait.promise), String),
  )
  const others = ask('order', 160)
  expect(await first(others.all.slice(-1))).toBe('under way')
  expect(await ask('order', 1).last).toBe('busy 2')
  await others.ended()
  pass(15_000)
  wait.resolve('an address')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['an address']))
  pass(1000)
  expect(await roomFor('order')).toBe(160)
  expect(await admission.aside(() => Promise.resolve('of no step'))).toBe('of no step')
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
  const pass = (ms: number) => void (now += ms)
  const askFor = (step: BuyingStep, times: number, client?: string | null) =>
    ask(admission, step, times, client)
  return {
    admission,
    pass,
    ask: askFor,
    /** Does steps that take so long, all at once. */
    doSteps: async (times: number, ms: number) => {
      const steps = askFor('order', times, null)
      pass(ms)
      await steps.ended()
    },
    /** How many are let in at this moment. */
    roomFor: async (step: BuyingStep) => {
      const asked = askFor(step, 1200)
      return (await asked.ended()).filter((answer) => answer === 'done').length
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
    end: () => work.resolve('done'),
    ended: () => {
      work.resolve('done')
      return Promise.all(all)
    },
  }
}

/** What the first of them is by the next turn of the event loop. */
function first(all: readonly Promise<string>[]): Promise<string> {
  return Promise.race([...all, new Promise<string>((resolve) => setImmediate(resolve, 'under way'))])
}
