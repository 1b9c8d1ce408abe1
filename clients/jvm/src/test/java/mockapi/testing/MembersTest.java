package mockapi.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import mockapi.testing.values.Activity;
import mockapi.testing.values.Api;
import mockapi.testing.values.AppliedFault;
import mockapi.testing.values.BrokerInfo;
import mockapi.testing.values.ChannelInfo;
import mockapi.testing.values.ChannelMessage;
import mockapi.testing.values.Clock;
import mockapi.testing.values.Comparison;
import mockapi.testing.values.ConnectAddresses;
import mockapi.testing.values.ConnectPlace;
import mockapi.testing.values.ControlCall;
import mockapi.testing.values.Count;
import mockapi.testing.values.Device;
import mockapi.testing.values.DocumentList;
import mockapi.testing.values.Entry;
import mockapi.testing.values.Expected;
import mockapi.testing.values.Explanation;
import mockapi.testing.values.FaultRecord;
import mockapi.testing.values.FaultSet;
import mockapi.testing.values.FaultType;
import mockapi.testing.values.Health;
import mockapi.testing.values.HeldMessage;
import mockapi.testing.values.IssuedToken;
import mockapi.testing.values.JournalPage;
import mockapi.testing.values.MessagePage;
import mockapi.testing.values.MessageTrigger;
import mockapi.testing.values.PushedEvent;
import mockapi.testing.values.RateLimit;
import mockapi.testing.values.Replay;
import mockapi.testing.values.Rows;
import mockapi.testing.values.Scenario;
import mockapi.testing.values.Sensor;
import mockapi.testing.values.SensorList;
import mockapi.testing.values.Simulation;
import mockapi.testing.values.Snapshot;
import mockapi.testing.values.Socket;
import mockapi.testing.values.Summary;
import mockapi.testing.values.Table;
import mockapi.testing.values.Token;
import mockapi.testing.values.TokenInfo;
import mockapi.testing.values.Traffic;
import mockapi.testing.values.Upcoming;
import mockapi.testing.values.UpcomingEvent;
import mockapi.testing.values.Value;
import mockapi.testing.values.Verification;
import mockapi.testing.values.Welcome;
import mockapi.testing.values.WorldInfo;
import mockapi.testing.values.WorldState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Holds the members of the kit's values against the document's schemas: one that is new fails a test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MembersTest {
    private MockServer server;
    private Document document;

    @BeforeAll
    void start() {
        server = MockServer.start("--openapi", Document.openapiFolder());
        document = new Document(server.document("mock.json"));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void values() {
        Map<Class<?>, Object> schemas = new LinkedHashMap<>();
        Object connect = document.schema("ConnectAddresses");
        Object entry = document.schema("Entry");
        Object verification = document.content("verifyRequests 200");
        Object explanation = document.content("explainRequest 200");
        Object broker = document.content("getBroker 200");
        schemas.put(Health.class, document.schema("Health"));
        schemas.put(Welcome.class, document.schema("Welcome"));
        schemas.put(Api.class, document.member(document.schema("Welcome"), "apis"));
        schemas.put(ControlCall.class, document.member(document.schema("CallList"), "calls"));
        schemas.put(DocumentList.class, document.schema("DocumentList"));
        schemas.put(DocumentList.Document.class, document.member(document.schema("DocumentList"), "documents"));
        schemas.put(ConnectAddresses.class, connect);
        schemas.put(ConnectPlace.class, document.schema("ConnectPlace"));
        schemas.put(ConnectAddresses.Url.class, document.member(connect, "urls"));
        schemas.put(ConnectAddresses.Tls.class, document.member(connect, "tls"));
        schemas.put(ConnectAddresses.Tls.Authority.class,
            document.member(document.member(connect, "tls"), "authority"));
        schemas.put(WorldInfo.class, document.schema("World"));
        schemas.put(Clock.class, document.schema("Clock"));
        schemas.put(Snapshot.class, document.schema("Snapshot"));
        schemas.put(WorldState.class, document.schema("State"));
        schemas.put(Table.class, document.member(document.content("listTables 200"), "tables"));
        schemas.put(Rows.class, document.content("listRows 200"));
        schemas.put(FaultRecord.class, document.schema("FaultRecord"));
        schemas.put(FaultType.class, document.member(document.content("listFaultTypes 200"), "types"));
        schemas.put(FaultType.Field.class,
            document.member(document.member(document.content("listFaultTypes 200"), "types"), "fields"));
        schemas.put(FaultSet.class, document.schema("FaultSet"));
        schemas.put(JournalPage.class, document.content("listRequests 200"));
        schemas.put(JournalPage.World.class, document.member(document.content("listRequests 200"), "world"));
        schemas.put(Entry.class, entry);
        schemas.put(Summary.Fault.class, document.member(entry, "faults"));
        schemas.put(Summary.Deviation.class, document.member(entry, "deviations"));
        schemas.put(Entry.Request.class, document.member(entry, "request"));
        schemas.put(Entry.Response.class, document.member(entry, "response"));
        schemas.put(Count.class, document.content("countRequests 200"));
        schemas.put(Verification.class, verification);
        schemas.put(Expected.class, document.schema("Expected"));
        schemas.put(Verification.Nearest.class, document.member(verification, "nearest"));
        schemas.put(Token.class, document.content("mintToken 201"));
        schemas.put(TokenInfo.class, document.content("inspectToken 200"));
        schemas.put(RateLimit.class, document.schema("RateLimit"));
        schemas.put(RateLimit.Client.class, document.member(document.schema("RateLimit"), "clients"));
        schemas.put(Socket.class, document.schema("Socket"));
        schemas.put(Traffic.class, document.schema("Traffic"));
        schemas.put(Socket.HeartBeat.class, document.member(document.schema("Socket"), "heartBeat"));
        schemas.put(Socket.Subscription.class, document.member(document.schema("Socket"), "subscriptions"));
        schemas.put(Activity.class, document.schema("Activity"));
        schemas.put(Device.class, document.schema("Device"));
        schemas.put(Upcoming.class, document.content("listUpcoming 200"));
        schemas.put(UpcomingEvent.class, document.schema("UpcomingEvent"));
        schemas.put(IssuedToken.class, document.schema("Token"));
        schemas.put(Explanation.class, explanation);
        schemas.put(Explanation.Operation.class, document.member(explanation, "operations"));
        schemas.put(Explanation.Fault.class, document.member(explanation, "faults"));
        schemas.put(Comparison.class, document.schema("Comparison"));
        schemas.put(Replay.class, document.content("replayRequest 200"));
        schemas.put(ChannelInfo.class, document.member(document.content("listChannels 200"), "channels"));
        schemas.put(ChannelInfo.Message.class, document.member(schemas.get(ChannelInfo.class), "messages"));
        schemas.put(MessagePage.class, document.content("listMessages 200"));
        schemas.put(ChannelMessage.class, document.schema("ChannelMessage"));
        schemas.put(HeldMessage.class, document.schema("HeldMessage"));
        schemas.put(MessageTrigger.class, document.schema("MessageTrigger"));
        schemas.put(AppliedFault.class, document.member(document.schema("ChannelMessage"), "faults"));
        schemas.put(PushedEvent.class, document.content("pushEvent 202"));
        schemas.put(BrokerInfo.class, broker);
        schemas.put(BrokerInfo.Subscription.class, document.member(broker, "subscriptions"));
        schemas.put(BrokerInfo.Queue.class, document.member(broker, "queues"));
        schemas.put(Simulation.class, document.member(document.content("listSimulations 200"), "simulations"));
        schemas.put(SensorList.class, document.schema("SensorList"));
        schemas.put(SensorList.Greenhouse.class, document.member(document.schema("SensorList"), "greenhouses"));
        schemas.put(Sensor.class, document.schema("ControlledSensor"));
        schemas.put(Sensor.Set.class, document.member(document.schema("ControlledSensor"), "set"));
        schemas.put(Scenario.class, document.schema("Scenario"));
        schemas.forEach((type, schema) -> assertEquals(
            new TreeSet<>(document.properties(schema).keySet()), members(type), "members of " + type.getSimpleName()));
        Set<String> ofSummary = document.properties(document.schema("Summary")).keySet();
        assertEquals(Set.of(), difference(ofSummary, members(Entry.class)));
    }

    @Test
    void worldsAndClocks() {
        Instant moment = Instant.parse("2026-06-01T08:00:00Z");
        assertEquals(new TreeSet<>(document.properties(document.schema("WorldOptions")).keySet()),
            new TreeSet<>(new WorldOptions().from("seed").frozenAt(moment).randomSeed(1).members("a name").keySet()));
        assertEquals(new TreeSet<>(document.properties(document.schema("ClockChange")).keySet()),
            new TreeSet<>(new ClockChange().freeze(true).now(moment).advance(Duration.ZERO).rate(1).reset(true)
                .members().keySet()));
    }

    @Test
    void matches() {
        Match match = Match.request("GET", "/").status(200).api("newsapi").operationId("o").account("a")
            .remoteAddress("127.0.0.1").device("0a1b2c3d").header("a", true).query("a", "b").body("a", 1)
            .bodyContains("a").since(1).until(Instant.EPOCH).kind("any").socket(1).direction("sent").fault("f")
            .hasDeviations(true).ending("whole").delivered(true);
        assertEquals(new TreeSet<>(document.properties(document.schema("JournalMatch")).keySet()),
            new TreeSet<>(match.members().keySet()));
        FaultMatch faulty = FaultMatch.request("GET", "/").api("newsapi").operationId("o").account("a")
            .device("0a1b2c3d").socket(1).query("a", true).header("a", "b").body("a", null);
        assertEquals(new TreeSet<>(document.properties(document.schema("FaultMatch")).keySet()),
            new TreeSet<>(faulty.members().keySet()));
    }

    /** One or more faults of each type, which together have every member; a real server takes them all. */
    @Test
    void faults() {
        List<Fault> faults = List.of(
            Fault.status(503).body(Map.of("a", 1)).headers(Map.of("X-A", "b")), Fault.delay(Duration.ofMillis(1)),
            Fault.delay().distribution("uniform").minimum(1).maximum(2),
            Fault.delay().distribution("lognormal").median(1).sigma(0.5), Fault.dribble(1000), Fault.empty(),
            Fault.hold("request").within("fault", "milliseconds", 1000),
            Fault.truncate(3), Fault.malformed(), Fault.contentType("text/plain"), Fault.reset(),
            Fault.timeout(), Fault.rateLimited().retryAfter(1), Fault.unavailable().retryAfter(1), Fault.expiredToken(),
            Fault.invalidToken(Duration.ofSeconds(5)).refreshTokens(true), Fault.stale(),
            // A patched status is given by Answer: the maker of another type has its name.
            Fault.patch(Map.of()).headers(Map.of("X-A", "b")).undocumented(true).within("fault", "status", 206),
            Fault.offline(Duration.ofSeconds(1)).everySeconds(9),
            Fault.dropMessage().direction("both").nth(1), ofOneMessage(Fault.dropMessage().every(2)),
            Fault.duplicate().direction("both").nth(1), ofOneMessage(Fault.duplicate().every(2)),
            Fault.reorder().direction("both").nth(1), ofOneMessage(Fault.reorder().every(2)),
            Fault.corrupt().direction("both").nth(1), ofOneMessage(Fault.corrupt().every(2)),
            Fault.editMessage("a").replace("b").direction("both").nth(1),
            ofOneMessage(Fault.editMessage().replace("b").every(2)),
            Fault.delayMessages(Duration.ofMillis(1)).direction("both").nth(1),
            ofOneMessage(Fault.delayMessages().distribution("uniform").minimum(1).maximum(2).every(2)),
            Fault.delayMessages().distribution("lognormal").median(1).sigma(0.5), Fault.muteHeartBeats(),
            Fault.halfOpen(), Fault.close(1011).reason("r").afterMessages(2), Fault.close(1011).abort(true),
            Fault.refuseConnect("handshake").message("no").retryAfter(1), Fault.slowReader());
        Set<String> made = new TreeSet<>();
        try (World world = server.getWorlds().make("every fault")) {
            world.getFaults().addJson("{\"fault\":{\"type\":\"reset\"}}");
            for (Fault fault : faults) {
                Map<String, Object> what = Document.map(fault.members().get("fault"));
                what.keySet().forEach(member -> made.add(what.get("type") + " " + member));
                world.getFaults().add(fault);
            }
        }
        Set<String> documented = new TreeSet<>();
        for (Object type : (List<?>) Document.map(document.schema("Fault")).get("oneOf")) {
            String name = (String) document.resolved(document.properties(type).get("type")).get("const");
            document.properties(type).keySet().forEach(member -> documented.add(name + " " + member));
        }
        assertEquals(documented, made);
        Fault all = Fault.empty().id("a").match(new FaultMatch()).after(1).times(1).probability(1)
            .startsIn(Duration.ofSeconds(1)).duration(Duration.ofSeconds(1));
        assertEquals(new TreeSet<>(document.properties(document.schema("FaultOptions")).keySet()),
            new TreeSet<>(all.members().keySet()));
    }

    private static Fault ofOneMessage(Fault fault) {
        return fault.channel("profile_updates").message("profile_updated");
    }

    private static Set<String> members(Class<?> type) {
        Set<String> members = new TreeSet<>();
        for (Class<?> part = type; part != Value.class; part = part.getSuperclass()) {
            for (Method method : part.getDeclaredMethods()) {
                String name = method.getName().replaceFirst("^(get|is)(?=[A-Z])", "");
                if (!name.equals(method.getName())) {
                    members.add(Character.toLowerCase(name.charAt(0)) + name.substring(1));
                }
            }
        }
        return members;
    }

    private static Set<String> difference(Set<String> all, Set<String> without) {
        Set<String> left = new TreeSet<>(all);
        left.removeAll(without);
        return left;
    }
}
