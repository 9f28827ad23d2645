/**
 * 256 words for the bytes of a checksum (`check-words.ts`): short, concrete, of plain letters, no two of them one letter
 * apart. Never reorder or replace them: mails already sent show words of this list.
 */
export const CHECK_WORD_LIST: readonly string[] = `
  abacus acorn alarm album amber anchor angle apricot apron arcade atlas autumn badge baker bamboo banjo barrel
  bassoon beacon beetle bicycle birch biscuit bison blizzard branch breeze bridge bronze bucket button cabin
  cactus candle canyon carpet castle cedar cello cherry chimney circle clover cobalt cobra coffee comet coral
  cosmos cotton cradle crayon cricket crystal curtain dancer desert diamond dice doctor dolphin donkey dragon
  drawer dune easel echo eclipse elbow elephant emerald engine envelope evening fabric falcon farmer feather
  fender figure flute forest fossil fringe furnace galaxy garden garlic giraffe glacier goblet golden gondola
  grape guitar halo hammer harvest hazel helium helmet hermit hockey hostel hunter iceberg igloo indigo insect
  iron island ivory jackal jaguar jasmine jelly jigsaw jungle kayak kennel keyhole kimono kitchen kiwi koala
  ladder lagoon lantern leopard letter lettuce lilac limerick lobster lotus lynx magnet mammoth mango marble
  meadow melon mirror mosaic moth mountain muffin museum napkin nebula nickel ninja noon nutmeg oasis ocean
  octopus olive onion orbit orchid ostrich oxygen oyster paddle palace panda panther papaya peanut pebble
  pelican pencil pepper piano pigeon pillow pirate planet pony poppy postcard potato puzzle pyramid quartz queen
  quiver rabbit radar radish raven reindeer rhubarb ribbon robin ruby salmon sandal sapphire satin scarf school
  sheriff shovel silver siren sketch sled soldier sparrow spider spoon squid stable stapler sugar sunset swan
  tablet tailor teapot temple thunder tiger timber tomato trumpet tulip tunnel turtle umbrella unicorn urchin
  vanilla velvet village violin volcano voyage waffle walnut wasp whale wheat whistle winch wizard wolf wombat
  woodland yacht yogurt zebra zenith zipper
`
  .trim()
  .split(/\s+/)
