package mockapi.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@MockApi
class NewsTest {
    private Http http;

    @BeforeEach
    void launch(World world) {
        http = new Http(world.url("newsapi"));
    }

    @Test
    void showsTheHeadlinesOfACountry() {
        Map<String, Object> page = http.get("/top-headlines?country=us&apiKey=any").json();

        assertEquals("ok", page.get("status"));
        assertEquals(38L, page.get("totalResults"));
    }

    @Test
    void aKeyIsNeeded() {
        Http.ClientResponse response = http.get("/top-headlines?country=us");

        assertEquals(401, response.status);
        assertEquals("apiKeyMissing", response.json().get("code"));
    }

    @Test
    @MockApi(frozenAt = "2026-03-08T12:00:00Z")
    void noArticleIsLaterThanNow(World world) {
        Instant now = world.getClock().get().getNow();

        Http.ClientResponse page = http.get("/top-headlines?country=us&pageSize=100&apiKey=any");
        List<Map<String, Object>> articles = page.list("articles");

        assertEquals(Instant.parse("2026-03-08T12:00:00Z"), now);
        assertFalse(articles.isEmpty());
        for (Map<String, Object> article : articles) {
            assertFalse(Instant.parse((String) article.get("publishedAt")).isAfter(now), article.toString());
        }
    }
}
