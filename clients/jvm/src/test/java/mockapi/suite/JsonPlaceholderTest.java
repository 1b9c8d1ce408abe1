package mockapi.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mockapi.testing.Fault;
import mockapi.testing.FaultMatch;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@MockApi
class JsonPlaceholderTest {
    private Http http;

    @BeforeEach
    void launch(World world) {
        http = new Http(world.url("jsonplaceholder"));
    }

    @Test
    void showsThePostsOfAUser() {
        List<Map<String, Object>> posts = http.get("/posts?userId=1").list();

        assertEquals(10, posts.size());
        assertTrue(posts.stream().allMatch(post -> post.get("userId").equals(1L)));
    }

    @Test
    void aCreatedPostIsReadBack() {
        Map<String, Object> created =
            http.post("/posts", Map.of("title", "News", "body", "Nothing new.", "userId", 1)).json();

        assertEquals(101L, created.get("id"));
        assertEquals("News", http.get("/posts/101").json().get("title"));
    }

    @Test
    void turnsPages() {
        Http.ClientResponse page = http.get("/posts?_page=2&_limit=10");

        assertEquals(11L, page.list().get(0).get("id"));
        assertEquals("100", page.headers.get("X-Total-Count"));
        assertTrue(page.headers.get("Link").contains("_page=3&_limit=10>; rel=\"next\""), page.headers.get("Link"));
    }

    @Test
    void adds() {
        assertEquals("10", http.get("/math/sum?values=1&values=2&values=3&values=4").text);
        assertEquals("0.3", http.get("/math/sum?a=0.1&b=0.2").text);
    }

    @Test
    void anImpatientAppGivesUp(World world) {
        OkHttpClient impatient = Http.CLIENT.newBuilder().readTimeout(300, TimeUnit.MILLISECONDS).build();
        Http app = new Http(impatient, world.url("jsonplaceholder"));
        world.getFaults().add(Fault.delay(Duration.ofMinutes(1)).match(FaultMatch.request("GET", "/users")));

        UncheckedIOException failed = assertThrows(UncheckedIOException.class, () -> app.get("/users"));
        assertTrue(failed.getCause() instanceof SocketTimeoutException, failed.toString());

        world.getFaults().clear();
        assertEquals(10, http.get("/users").list().size());
    }
}
