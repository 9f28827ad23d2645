const COUNT = 240
/** The effect does not need more than thirty frames per second. */
const FRAME_MS = 33
const COLOURS = ['#ffd9a0', '#ff9a4a', '#ff6a2a']

interface Ember {
  /** From 0 to 1, relative to the canvas. */
  x: number
  y: number
  /** In canvas heights per second. */
  readonly risesBy: number
  readonly sway: number
  readonly phase: number
  /** In pixels; at most 2. */
  readonly size: number
  readonly colour: string
}

/**
 * Animates sparks that rise over a picture. Pauses while the canvas is not visible; never runs if the visitor prefers
 * reduced motion.
 */
export function startEmbers(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const embers = Array.from({ length: COUNT }, createEmber)
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let isSeen = false
  let drawnAt = 0
  let frame = 0
  const draw = (now: number) => {
    frame = requestAnimationFrame(draw)
    if (now - drawnAt < FRAME_MS) return
    const passedS = Math.min(0.1, (now - drawnAt) / 1000)
    drawnAt = now
    context.clearRect(0, 0, canvas.width, canvas.height)
    for (const ember of embers) {
      moveEmber(ember, passedS)
      paint(context, ember, now)
    }
  }
  const decide = () => {
    cancelAnimationFrame(frame)
    if (isSeen && !document.hidden && !still.matches) frame = requestAnimationFrame(draw)
    else if (still.matches) context.clearRect(0, 0, canvas.width, canvas.height)
  }
  new ResizeObserver(() => {
    canvas.width = canvas.clientWidth
    canvas.height = canvas.clientHeight
  }).observe(canvas)
  new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting === true
    decide()
  }).observe(canvas)
  document.addEventListener('visibilitychange', decide)
  still.addEventListener('change', decide)
}

function createEmber(): Ember {
  const depth = Math.random()
  return {
    x: Math.random(),
    y: Math.random(),
    risesBy: 0.015 + depth * 0.05,
    sway: 0.004 + Math.random() * 0.012,
    phase: Math.random() * 6.28,
    size: 0.7 + depth * 1.3,
    colour: COLOURS[Math.floor(Math.random() * COLOURS.length)] ?? '#ff6a2a',
  }
}

function moveEmber(ember: Ember, passedS: number): void {
  ember.y -= ember.risesBy * passedS
  if (ember.y > -0.02) return
  ember.y = 1.02
  ember.x = Math.random()
}

function paint(context: CanvasRenderingContext2D, ember: Ember, now: number): void {
  const { width, height } = context.canvas
  const x = ember.x + ember.sway * Math.sin(now / 1700 + ember.phase)
  // brightest near the ground, faded out near the top; each spark flickers independently
  const flicker = 0.65 + 0.35 * Math.sin(now / 240 + ember.phase * 7)
  context.globalAlpha = Math.max(0, Math.min(1, ember.y * 1.1)) * flicker
  context.fillStyle = ember.colour
  context.fillRect(x * width, ember.y * height, ember.size, ember.size)
}
