package mockapi.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * {@link HttpURLConnection}, for Android, which has no {@code java.net.http}. Android's knows PATCH, the JDK's does
 * not. A thread that waits in it cannot be interrupted, so calls are made on threads of their own.
 */
final class UrlConnectionTransport implements Transport {
    private static final ExecutorService CALLS = Executors.newCachedThreadPool(call -> {
        Thread thread = new Thread(call, "mock-api calls");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public Response send(String method, String url, Map<String, String> headers, byte[] body, Duration timeout)
        throws IOException, InterruptedException {
        HttpURLConnection connection = connection(url, headers, timeout);
        return interruptibly(connection, () -> {
            connection.setRequestMethod(method);
            if (body != null) {
                connection.setDoOutput(true);
                connection.setFixedLengthStreamingMode(body.length);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body);
                }
            }
            int status = connection.getResponseCode();
            try (InputStream content = content(connection, status)) {
                return new Response(status, Transport.text(content));
            }
        });
    }

    @Override
    public Opened open(String url, Map<String, String> headers, Duration timeout)
        throws IOException, InterruptedException {
        HttpURLConnection connection = connection(url, headers, timeout);
        return interruptibly(connection, () -> {
            int status = connection.getResponseCode();
            connection.setReadTimeout(0);
            // The JDK's disconnect waits for a thread that reads.
            return new Opened(status, content(connection, status), () -> CALLS.submit(connection::disconnect));
        });
    }

    private static HttpURLConnection connection(String url, Map<String, String> headers, Duration timeout)
        throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(10_000);
        connection.setReadTimeout(Math.toIntExact(timeout.toMillis()));
        headers.forEach(connection::setRequestProperty);
        return connection;
    }

    private static <T> T interruptibly(HttpURLConnection connection, Callable<T> call)
        throws IOException, InterruptedException {
        Future<T> result = CALLS.submit(call);
        try {
            return result.get();
        } catch (InterruptedException interrupted) {
            CALLS.submit(connection::disconnect);
            throw interrupted;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException) {
                throw (IOException) failed.getCause();
            }
            throw new InterruptedIOException(String.valueOf(failed.getCause()));
        }
    }

    private static InputStream content(HttpURLConnection connection, int status) throws IOException {
        InputStream content = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
        return content == null ? new ByteArrayInputStream(new byte[0]) : content;
    }
}
