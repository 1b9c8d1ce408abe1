import java.time.Duration
import mockapi.testing.Fault
import mockapi.testing.FaultMatch
import mockapi.testing.Match
import mockapi.testing.MockServer
import mockapi.testing.Times
import mockapi.testing.World
import mockapi.testing.WorldOptions
import mockapi.testing.junit5.MockApi
import okhttp3.MediaType
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Test

@MockApi(frozenAt = "2026-06-01T08:00:00Z")
class LotesTest {
    private val client = OkHttpClient()

    @Test
    fun `a token expires with the world's clock`(world: World) {
        val token = world.tokens.mint("agrobridge", "user_123", null, Duration.ofMinutes(5), null).token
        assertEquals(200, lotes(world, token))

        world.clock.advance(Duration.ofMinutes(6))

        assertEquals(401, lotes(world, token))
        world.requests.verify(Match.request("GET", "/v1/lotes"), Times.exactly(2))
    }

    @Test
    @MockApi(faults = ["tunnel"])
    fun `nullability is that of the document`(world: World) {
        val fault = world.faults.list().first()
        val set: String? = fault.set
        assertEquals("tunnel", set)
        assertNull(fault.match)
        val name: String = world.info().name ?: "without a name"
        assertEquals("LotesTest > nullability is that of the document", name)
    }

    @Test
    fun `a world is closed by use`() {
        val fault = Fault.status(503).match(FaultMatch().api("agrobridge")).times(1)
        val options = WorldOptions.named("by hand").fault(fault)
        val id = MockServer.shared().worlds.make(options).use { world ->
            assertEquals(503, lotes(world, "none"))
            world.id
        }
        assertEquals(0, MockServer.shared().worlds.list().count { it.id == id })
    }

    @Test
    fun `the app signs in`(world: World) {
        val body = RequestBody.create(
            MediaType.get("application/json"), """{"email":"usuario@example.com","password":"password123"}""")
        val request = Request.Builder().url(world.url("agrobridge") + "/auth/login").post(body).build()
        client.newCall(request).execute().use { assertEquals(200, it.code()) }
    }

    private fun lotes(world: World, token: String): Int {
        val request = Request.Builder().url(world.url("agrobridge") + "/lotes").header("Authorization", "Bearer $token")
        return client.newCall(request.build()).execute().use { it.code() }
    }
}
