import type { PictureFacts } from '#shared/page-facts.ts'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'

/** What an edition contains, at the top of its card. */
export function EditionPicture({ picture }: { readonly picture: PictureFacts }) {
  return <ResponsivePicture picture={picture} sizes="(width >= 1024px) 34vw, (width >= 768px) 46vw, 92vw" />
}
