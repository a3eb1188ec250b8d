import type { CSSProperties, Ref } from 'react'
import { BOX } from './course-arrows'
import type { Arrow, Box, Course } from './course-shapes'

interface CourseDrawingProps {
  readonly ref: Ref<SVGSVGElement>
  readonly course: Course
  readonly lookOf: (id: string) => { readonly className: string; readonly style?: CSSProperties }
  readonly nameOf: (id: string) => string
}

const FONT = "Inter, 'Inter Variable', system-ui, sans-serif"
const TITLE = { fontSize: 12.5, fontWeight: 600 } as const
const SMALL = { fontSize: 11.5 } as const

/** The picture itself. All colours are attributes, so that a file of it looks the same. */
export function CourseDrawing({ ref, course, lookOf, nameOf }: CourseDrawingProps) {
  const { width, height, columns, lanes, boxes, arrows, circles, frames, label } = course
  const right = width - 8
  return (
    <svg
      ref={ref}
      className="dn-drawing"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fontFamily={FONT}
      role="img"
      aria-label={label}
    >
      <defs>
        <Head id="dn-plain" color="var(--text3)" />
        <Head id="dn-amber" color="var(--you)" />
      </defs>
      {columns.map(({ key, x, width: own, title, time, quote, isWait }) => (
        <g key={key}>
          <rect
            x={x}
            y={8}
            width={own}
            height={height - 16}
            rx={10}
            fill={isWait ? 'var(--you-tint)' : 'var(--sunken)'}
          />
          <text x={x + 12} y={28} fill="var(--text2)" {...TITLE}>
            {title}
          </text>
          {own > 100 && (
            <text x={x + own - 12} y={28} textAnchor="end" fill="var(--text3)" {...SMALL}>
              {time}
            </text>
          )}
          {quote.map((line, at) => (
            <text key={line} x={x + 12} y={46 + at * 15} fill="var(--text2)" {...SMALL}>
              {line}
            </text>
          ))}
        </g>
      ))}
      {lanes.map(({ id, y }) => (
        <g key={id} {...lookOf(id)}>
          {/* Behind the names that stay in view: in a file it is all that says whose lane it is. */}
          <text x={8} y={y + 4} fill="var(--c, var(--text))" {...TITLE}>
            {nameOf(id).slice(0, 18)}
          </text>
          <line x1={columns[0]?.x ?? 0} x2={right} y1={y} y2={y} stroke="var(--line)" />
        </g>
      ))}
      {frames.map(({ key, agentId, ...own }) => (
        <g key={key} {...lookOf(agentId)}>
          <rect
            {...own}
            rx={14}
            fill="none"
            stroke="var(--c, var(--text3))"
            strokeDasharray="4 4"
            strokeOpacity={0.7}
          />
        </g>
      ))}
      {arrows.map((own) => (
        <path key={own.key} className="dn-arrow" d={own.path} fill="none" {...strokeOf(own)} />
      ))}
      {circles.map(({ key, x, y }) => (
        <circle
          key={key}
          cx={x}
          cy={y}
          r={7}
          fill="var(--surface)"
          stroke="var(--you)"
          strokeWidth={3}
        />
      ))}
      {boxes.map((box) => (
        <g key={box.key} {...lookOf(box.agentId)}>
          <BoxShape box={box} />
        </g>
      ))}
    </svg>
  )
}

function Head({ id, color }: { readonly id: string; readonly color: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX={6}
      refY={4}
      markerWidth={8}
      markerHeight={8}
      orient="auto"
    >
      <path d="M1 1 6.5 4 1 7" fill="none" stroke={color} strokeWidth={1.5} />
    </marker>
  )
}

function strokeOf({ kind }: Arrow) {
  switch (kind) {
    case 'chose':
      return { stroke: 'var(--text3)', strokeWidth: 1.6, markerEnd: 'url(#dn-plain)' }
    case 'back':
      return {
        stroke: 'var(--text3)',
        strokeWidth: 1.5,
        strokeDasharray: '2 4',
        markerEnd: 'url(#dn-plain)',
      }
    case 'wait':
      return { stroke: 'var(--you)', strokeWidth: 2, markerEnd: 'url(#dn-amber)' }
    default:
      return kind satisfies never
  }
}

function BoxShape({ box }: { readonly box: Box }) {
  const { x, y, width, title, meta, kind } = box
  const { fill, stroke, color, dashes } = paintOf(box)
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height={BOX}
        rx={10}
        fill={fill}
        stroke={stroke}
        strokeDasharray={dashes}
      />
      <text x={x + 11} y={y + (meta === '' ? 27 : 19)} fill={color} {...TITLE}>
        {title}
      </text>
      {meta !== '' && (
        <text
          x={x + 11}
          y={y + 35}
          fill={kind === 'wait' ? 'var(--text2)' : 'var(--text)'}
          {...SMALL}
        >
          {meta}
        </text>
      )}
    </>
  )
}

function paintOf({ kind, agentId }: Box) {
  const isPerson = agentId === 'human'
  switch (kind) {
    case 'goal':
      return paint('var(--surface)', 'var(--line-strong)', 'var(--text)')
    case 'answer':
    case 'private':
      return isPerson
        ? paint('var(--surface)', 'var(--line-strong)', 'var(--text)')
        : paint('var(--t, var(--hover))', 'var(--c, var(--line-strong))', 'var(--c, var(--text))')
    case 'thinking':
      return paint('var(--surface)', 'var(--c, var(--line-strong))', 'var(--c, var(--text))', '4 3')
    case 'wait':
      return paint('var(--surface)', 'var(--you)', 'var(--you)', '5 4')
    case 'failed':
      return paint('var(--bad-tint)', 'var(--bad)', 'var(--bad)')
    default:
      return kind satisfies never
  }
}

function paint(fill: string, stroke: string, color: string, dashes?: string) {
  return { fill, stroke, color, dashes }
}

/** The picture as a file of its own: with the colours that it has now. */
export function drawingAsFile(drawing: SVGSVGElement): Blob {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const own = [drawing, ...drawing.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, element] of own.entries()) {
    const target = copies[at]
    if (!target) continue
    const style = getComputedStyle(element)
    for (const name of ['fill', 'stroke']) {
      if (target.getAttribute(name)?.includes('var(')) {
        target.setAttribute(name, style.getPropertyValue(name))
      }
    }
    target.removeAttribute('class')
    target.removeAttribute('style')
  }
  const back = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of [
    ['width', '100%'],
    ['height', '100%'],
    ['fill', getComputedStyle(document.body).getPropertyValue('--surface').trim() || '#fff'],
  ] as const) {
    back.setAttribute(name, value)
  }
  copy.prepend(back)
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' })
}
