import type { ContextPhase } from '@crewroom/shared/transcript/views'
import { tokenWords } from '../../overview/amounts'
import { partsOf, partsSentence, SHORT_WORDS, type ShownPart, wordsOf } from './context-words'
import { treemap } from './treemap'

const HEIGHT = 150
const GAP = 3

/** What fills the context, each part as large as its tokens are many. */
export function FillTiles({
  phase,
  width: whole,
}: {
  readonly phase: ContextPhase
  readonly width: number
}) {
  const parts = partsOf(phase).map(({ part, tokens }) => ({ part, weight: tokens }))
  const tiles = treemap(parts, whole + GAP, HEIGHT + GAP)
  return (
    <svg
      className="cx-tiles"
      viewBox={`0 0 ${whole} ${HEIGHT}`}
      role="img"
      aria-label={partsSentence(phase)}
    >
      {tiles.map(({ part, weight, x, y, ...tile }) => {
        const width = Math.max(1, tile.width - GAP)
        const height = Math.max(1, tile.height - GAP)
        return (
          // An inner picture cuts off a text that is too long.
          <svg key={part} x={x} y={y} width={width} height={height}>
            <title>{`${wordsOf(part)} ${tokenWords(weight)}`}</title>
            <rect
              width={width}
              height={height}
              rx={Math.min(6, width / 3)}
              className={`cx-${part}`}
            />
            <TileWords {...{ part, width, height, tokens: weight }} />
          </svg>
        )
      })}
    </svg>
  )
}

interface TileWordsProps {
  readonly part: ShownPart
  readonly width: number
  readonly height: number
  readonly tokens: number
}

/** About as wide as a letter, and the room beside the words. */
const LETTER = 6.4
const BESIDE = 12

/** What fits into a tile of its words. */
function TileWords({ part, width, height, tokens }: TileWordsProps) {
  const fits = (words: string) => width > BESIDE + words.length * LETTER && height > 20
  const name = [wordsOf(part), SHORT_WORDS[part]].find(fits)
  const amount = tokenWords(tokens)
  const y = name === undefined ? 17 : 32
  return (
    <>
      {name !== undefined && (
        <text x={8} y={17} className="cx-name">
          {name}
        </text>
      )}
      {fits(amount) && height > y + 3 && (
        <text x={8} y={y}>
          {amount}
        </text>
      )}
    </>
  )
}
