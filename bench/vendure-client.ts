import { randomUUID } from 'node:crypto'

type Variables = Readonly<Record<string, unknown>>

/** Calls one of Vendure's two GraphQL interfaces as one visitor, who is known by a token after the first call that needs one. */
export interface VendureClient {
  /** @throws with the first error of the answer, or of an error result in the field `done`. */
  call<Answer>(query: string, variables?: Variables): Promise<Answer>
}

function createVendureClient(url: string): VendureClient {
  let token: string | null = null
  return {
    async call<Answer>(query: string, variables: Variables = {}): Promise<Answer> {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ query, variables }),
      })
      token = response.headers.get('vendure-auth-token') ?? token
      const { data, errors } = (await response.json()) as {
        readonly data?: Answer & { readonly done?: { readonly errorCode?: string } | null }
        readonly errors?: readonly { readonly message: string }[]
      }
      const fault = errors?.[0]?.message ?? data?.done?.errorCode
      if (data === undefined || fault !== undefined)
        throw new Error(fault ?? `HTTP ${String(response.status)}`)
      return data
    },
  }
}

/** Creates something in the admin interface. @returns its id. */
type Create = (mutation: string, type: string, input: unknown) => Promise<string>

/** A shop that sells two things, and its owner. */
interface VendureShop {
  readonly owner: VendureClient
  /** Ids of variants. */
  readonly plenty: string
  readonly scarce: string
}

/** Signs in as the owner of a new shop and puts two things on sale. */
export async function openVendureShop(
  url: string,
  stock: { readonly plenty: number; readonly scarce: number },
): Promise<VendureShop> {
  const owner = createVendureClient(`${url}/admin`)
  const create: Create = async (mutation, type, input) => {
    const query = `mutation ($input: ${type}!) { done: ${mutation}(input: $input) { ... on Node { id } } }`
    return (await owner.call<{ done: { id: string } }>(query, { input })).done.id
  }
  await owner.call(
    `mutation { done: login(username: "owner", password: "bench-owner") { ... on ErrorResult { errorCode } } }`,
  )
  await setUpTaxes(create)
  await setUpCheckout(create)
  const sell = (name: string, stockOnHand: number) => putOnSale(owner, create, name, stockOnHand)
  return { owner, plenty: await sell('plenty', stock.plenty), scarce: await sell('scarce', stock.scarce) }
}

const named = (name: string, more = {}) => [{ languageCode: 'en', name, ...more }]

async function setUpTaxes(create: Create): Promise<void> {
  const translations = named('US')
  const country = await create('createCountry', 'CreateCountryInput', {
    code: 'US',
    enabled: true,
    translations,
  })
  const zone = await create('createZone', 'CreateZoneInput', { name: 'world', memberIds: [country] })
  const category = await create('createTaxCategory', 'CreateTaxCategoryInput', {
    name: 'keys',
    isDefault: true,
  })
  const rate = { name: 'none', enabled: true, value: 0, categoryId: category, zoneId: zone }
  await create('createTaxRate', 'CreateTaxRateInput', rate)
  const zones = { defaultTaxZoneId: zone, defaultShippingZoneId: zone }
  await create('updateChannel', 'UpdateChannelInput', { id: '1', ...zones })
}

/** One way of shipping that costs nothing, and the payment method for tests. */
async function setUpCheckout(create: Create): Promise<void> {
  const configured = (code: string, values: Readonly<Record<string, string>>) => ({
    code,
    arguments: Object.entries(values).map(([name, value]) => ({ name, value })),
  })
  await create('createShippingMethod', 'CreateShippingMethodInput', {
    code: 'mail',
    fulfillmentHandler: 'manual-fulfillment',
    checker: configured('default-shipping-eligibility-checker', { orderMinimum: '0' }),
    calculator: configured('default-shipping-calculator', { rate: '0', includesTax: 'auto', taxRate: '0' }),
    translations: named('mail', { description: '' }),
  })
  await create('createPaymentMethod', 'CreatePaymentMethodInput', {
    code: 'dummy',
    enabled: true,
    handler: configured('dummy-payment-handler', { automaticSettle: 'true' }),
    translations: named('dummy', { description: '' }),
  })
}

/** @returns the id of the variant. */
async function putOnSale(
  owner: VendureClient,
  create: Create,
  name: string,
  stockOnHand: number,
): Promise<string> {
  const translations = named(name, { slug: name, description: '' })
  const productId = await create('createProduct', 'CreateProductInput', { enabled: true, translations })
  const variant = { productId, sku: name, price: 6399, stockOnHand, trackInventory: 'TRUE' }
  const { done } = await owner.call<{ done: readonly { readonly id: string }[] }>(
    'mutation ($input: [CreateProductVariantInput!]!) { done: createProductVariants(input: $input) { id } }',
    { input: [{ ...variant, translations: named(name) }] },
  )
  if (done[0] === undefined) throw new Error('expected a variant, got none')
  return done[0].id
}

/** A paid order. */
interface VendureOrder {
  readonly id: string
  readonly line: string
}

const FAULT = '... on ErrorResult { errorCode }'

/** Makes an order of one copy as a new visitor and pays it with the method for tests. @throws if a step is refused. */
export async function orderFromVendure(url: string, variant: string): Promise<VendureOrder> {
  const visitor = createVendureClient(`${url}/shop`)
  const { done } = await visitor.call<{ done: { id: string; lines: readonly { id: string }[] } }>(
    `mutation ($id: ID!) { done: addItemToOrder(productVariantId: $id, quantity: 1) { ... on Order { id lines { id } } ${FAULT} } }`,
    { id: variant },
  )
  await visitor.call(
    `mutation ($email: String!) { done: setCustomerForOrder(input: { emailAddress: $email, firstName: "A", lastName: "B" }) { ${FAULT} } }`,
    { email: `${randomUUID()}@example.com` },
  )
  await visitor.call(
    `mutation { done: setOrderShippingAddress(input: { streetLine1: "1", countryCode: "US" }) { ${FAULT} } }`,
  )
  const { methods } = await visitor.call<{ methods: readonly { id: string }[] }>(
    '{ methods: eligibleShippingMethods { id } }',
  )
  await visitor.call(
    `mutation ($id: [ID!]!) { done: setOrderShippingMethod(shippingMethodId: $id) { ${FAULT} } }`,
    {
      id: methods.map(({ id }) => id),
    },
  )
  await visitor.call(`mutation { done: transitionOrderToState(state: "ArrangingPayment") { ${FAULT} } }`)
  await visitor.call(
    `mutation { done: addPaymentToOrder(input: { method: "dummy", metadata: {} }) { ${FAULT} } }`,
  )
  return { id: done.id, line: done.lines[0]?.id ?? '' }
}

/** Hands an order out, as staff do. */
export async function fulfilVendureOrder(owner: VendureClient, { line }: VendureOrder): Promise<void> {
  const { done } = await owner.call<{ done: { id: string } }>(
    `mutation ($line: ID!) { done: addFulfillmentToOrder(input: { lines: [{ orderLineId: $line, quantity: 1 }],
      handler: { code: "manual-fulfillment", arguments: [{ name: "method", value: "mail" }, { name: "trackingCode", value: "" }] } }) {
        ... on Fulfillment { id } ${FAULT} } }`,
    { line },
  )
  for (const state of ['Shipped', 'Delivered']) {
    await owner.call(
      `mutation ($id: ID!, $state: String!) { done: transitionFulfillmentToState(id: $id, state: $state) { ${FAULT} } }`,
      { id: done.id, state },
    )
  }
}
