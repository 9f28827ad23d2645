import type { PictureFacts, PictureFile } from '#shared/page-facts.ts'

interface PictureProps {
  readonly picture: PictureFacts
  /** How wide it is shown, as the `sizes` attribute says it. */
  readonly sizes: string
  readonly className?: string
  /** Whether it stands on the first screen: then it is fetched at once. */
  readonly isFirst?: boolean
}

/** A picture in the format and width the browser likes best; until it is there, a few pixels of it keep its place. */
export function Picture({ picture, sizes, className = '', isFirst = false }: PictureProps) {
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

/** Every size of a picture in one format, as `srcset` says it. */
export function sourceSet(files: readonly PictureFile[], format: 'avif' | 'webp'): string {
  return files.map((file) => `${file[format]} ${String(file.widthPx)}w`).join(', ')
}
