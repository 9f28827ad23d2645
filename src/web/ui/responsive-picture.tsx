import type { PictureFacts, PictureFile } from '#shared/page-facts.ts'

interface PictureProps {
  readonly picture: PictureFacts
  /** The displayed width, in the format of the `sizes` attribute. */
  readonly sizes: string
  readonly className?: string
  /** Whether it is visible without scrolling: it is then fetched at once. */
  readonly isFirst?: boolean
}

/** A picture in the format and width the browser prefers; a tiny blurred version is shown until it has loaded. */
export function ResponsivePicture({ picture, sizes, className = '', isFirst = false }: PictureProps) {
  return (
    <picture className={`picture picture-${picture.name} ${className}`.trim()}>
      <source type="image/avif" srcSet={sourceSet(picture.files, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet(picture.files, 'webp')} sizes={sizes} />
      <img
        src={picture.files.at(-1)?.webp}
        alt={picture.alt}
        width={picture.widthPx}
        height={picture.heightPx}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  )
}

/** Returns all sizes of a picture in one format, as a `srcset` value. */
export function sourceSet(files: readonly PictureFile[], format: 'avif' | 'webp'): string {
  return files.map((file) => `${file[format]} ${String(file.widthPx)}w`).join(', ')
}
