import { createHash } from 'node:crypto'
import type { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import type { ItemDetails } from '@crewroom/shared/transcript/views'
import { everythingOf } from './transcript-details'
import { displayItemHtml } from './transcript-page-items'
import { PAGE_STYLE } from './transcript-page-style'
import { escaped, imagesHtml, textHtml } from './transcript-page-text'
import { duration, moment, short, totalsLine } from './transcript-words'

/** Nothing runs, and nothing is loaded: only this very style, and images that are in the file. */
function policy(): string {
  const hash = createHash('sha256').update(PAGE_STYLE).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
}

/** A transcript as one file that needs nothing else, part by part. */
export function* transcriptPage(book: TranscriptOf): Iterable<string> {
  const { session, ...came } = book.page({ limit: 1 })
  const title = escaped(session.title || 'Transcript')
  const known = [session.model?.name, session.branch, session.cwd].flatMap((part) => part ?? [])
  const times = [session.startedAt, session.updatedAt].flatMap((at) =>
    at === null ? [] : moment(at),
  )
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${[...known.map(escaped), times.map(escaped).join(' – ')].filter((part) => part !== '').join(' · ')}</p>
<p>${escaped(totalsLine(came))}</p>
</header>
<main>
`
  for (const { group } of book.conversation.items) yield itemHtml(everythingOf(book, group.id))
  yield '</main>\n</body>\n</html>\n'
}

function itemHtml(details: ItemDetails): string {
  const { item } = details
  const id = escaped(item.id)
  switch (details.type) {
    case 'user':
      return `<article class="user" id="${id}"><h2>You ${time(details.item.timestamp)}</h2>${details.item.commands.map(({ raw }) => textHtml({ text: raw }, 'code')).join('')}${textHtml(details.text)}${imagesHtml(details.images)}</article>\n`
    case 'system':
      return `<article class="system ${details.item.kind}" id="${id}"><h2>System ${time(details.item.timestamp)}</h2>${textHtml(details.output)}</article>\n`
    case 'compact': {
      const { tokenDelta: delta, timestamp } = details.item
      const tokens = delta
        ? `, ${short(delta.preCompactionTokens)} → ${short(delta.postCompactionTokens)} tokens`
        : ''
      return `<article class="compact" id="${id}"><details><summary>Context compacted${tokens} ${time(timestamp)}</summary>${textHtml(details.summary)}</details></article>\n`
    }
    case 'ai':
      return answerHtml(details)
    default:
      return details satisfies never
  }
}

function answerHtml({ item, displayItems }: Extract<ItemDetails, { type: 'ai' }>): string {
  const { mainModel, itemsSummary, summary, durationMs, status, errorIds } = item
  const about = [
    summary.totalTokens > 0 ? `${short(summary.totalTokens)} tokens` : '',
    duration(durationMs),
    errorIds.length > 0 ? `${errorIds.length} failed` : '',
  ].filter((part) => part !== '')
  const model = mainModel ? ` <span class="model">${escaped(mainModel.label)}</span>` : ''
  const steps = displayItems.map(displayItemHtml).join('')
  return `<article class="ai ${status}" id="${escaped(item.id)}"><h2>Agent${model} ${time(item.startTime)}</h2>
<details><summary>${escaped(itemsSummary)} <span class="about">${escaped(about.join(' · '))}</span></summary>
${steps}</details>
${lastHtml(item.lastOutput)}</article>\n`
}

function lastHtml(last: Extract<ItemDetails, { type: 'ai' }>['item']['lastOutput']): string {
  if (last === null) return ''
  const { type, text = '', toolName = 'tool', toolResult = '', isError, cut } = last
  const more = cut === undefined ? {} : { cut }
  switch (type) {
    case 'text':
      return `<div class="last">${textHtml({ text, ...more })}</div>`
    case 'tool_result':
      return `<div class="last${isError ? ' error' : ''}"><h3>${escaped(toolName)}</h3>${textHtml({ text: toolResult, ...more }, 'code')}</div>`
    case 'interruption':
      return `<div class="last warning">${escaped(last.interruptionMessage ?? 'Interrupted')}</div>`
    case 'plan_exit':
      return `<div class="last plan">${textHtml({ text: last.planPreamble ?? '' })}<h3>Plan</h3>${textHtml({ text: last.planContent ?? '', ...more })}</div>`
    case 'ongoing':
      return '<div class="last ongoing">Still working when this page was written.</div>'
    default:
      return type satisfies never
  }
}

function time(at: string): string {
  return `<time datetime="${escaped(at)}">${escaped(moment(at))}</time>`
}
