import type { Wallet } from '#shared/chains.ts'

/**
 * Public keys of the demo profile: Bitcoin and Litecoin m/84'/1'/0', EVM m/44'/60'/0', Tron m/44'/195'/0' of random seeds that
 * were never stored. Nobody can spend money that is sent to them; they are only for the simulated chains.
 */
export const DEMO_XPUBS: Readonly<Record<Wallet, string>> = {
  bitcoin:
    'vpub5Y5VzYmFSp2EV4nHw4CCR8mrJe1LUWT2NHmBom9cd1ZgnrosYMoTuH6SDKnKJfsjG8ZijkSMUXqDzCTtQw74TpHFgGnWQXhtwCjA9u8F5TQ',
  litecoin:
    'vpub5Z96yDSypAVpP5axmdyvyRrW5jRqmbjJL1oJsAtygJwsvcknHS4nfczYiLER6XZYqsCUbJLV2LKUCkw35qvQLRHPmW9GwTSPEYDW9ZgyB7z',
  evm: 'xpub6BgS1sY3FBA39WEcU2SsAdwNdVA4cbRGGdY4SkPkyHSqasxQsJqkp8R7yU2xFC7xrScsDVgqbV1yG5bAmKYAPbdCDkQhLPDn5ZfBy2Yj67C',
  tron: 'xpub6D83iStUEnGTRWYTMerybGvwUo2ogpiykDCT3V5zk8yvfmwZTnPidVTSoJ7UbkTWAcLrxWsS5YuGNqHBpm6ZxvawaXuqRCv74bqc2wUhBfm',
}
