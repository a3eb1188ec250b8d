// The writer's thread, which rests where the real one would end: the next server of this process opens its file with it.
// Its first argument is the address of the writer that was built.
import { parentPort } from 'node:worker_threads'

parentPort.close = () => {}
await import(process.argv[2])
