import { notifyManager, QueryClient } from '@tanstack/react-query'

// A task later, as it is otherwise, the lists would be drawn a frame after the state that changed with them.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    // The server is on this machine more often than not: what the browser thinks of the network says nothing.
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: 1,
    },
  },
})
