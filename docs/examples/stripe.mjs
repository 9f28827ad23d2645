// Delivers what was paid in Stripe's checkout. Run it beside the shop: node stripe.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { STRIPE_WEBHOOK_SECRET, KEYHOLD_URL, KEYHOLD_TOKEN, PORT = '4242' } = process.env

/** Whether Stripe signed the body less than five minutes ago. */
function isSigned(header, body) {
  const parts = header.split(',').map((part) => part.split('='))
  const time = Number(parts.find(([name]) => name === 't')?.[1])
  if (!(Math.abs(Date.now() / 1000 - time) < 300)) return false
  const wanted = createHmac('sha256', STRIPE_WEBHOOK_SECRET).update(`${time}.${body}`).digest()
  const given = parts.filter(([name]) => name === 'v1').map(([, text]) => Buffer.from(text ?? '', 'hex'))
  return given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted))
}

/** The metadata of the session say what was bought: set them when you create it. */
async function deliver({ id, customer_details: { email }, metadata: { edition, quantity } }) {
  const reply = await fetch(`${KEYHOLD_URL}/api/v1/orders/external`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEYHOLD_TOKEN}`,
      'content-type': 'application/json',
      'idempotency-key': id,
    },
    body: JSON.stringify({ reference: id, email, edition, quantity: Number(quantity) }),
  })
  if (!reply.ok) throw new Error(`not delivered: ${await reply.text()}`)
}

createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString()
  if (!isSigned(request.headers['stripe-signature'] ?? '', body)) return response.writeHead(400).end()
  const { type, data } = JSON.parse(body)
  const isPaid = type.startsWith('checkout.session.') && data.object.payment_status === 'paid'
  try {
    if (isPaid) await deliver(data.object)
    response.writeHead(200).end()
  } catch (error) {
    console.error(error.message)
    response.writeHead(500).end() // Stripe calls again for three days; the shop delivers once
  }
}).listen(Number(PORT), '127.0.0.1', function () {
  console.log(`listening on port ${this.address().port}`)
})
